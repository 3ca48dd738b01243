import { lazy, Suspense, useRef } from 'react'
import type { FileEntry } from '../../instance/folder-listing.ts'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import styles from './files.module.css'
import { filesMessages } from './messages.ts'

const MenuPopup = lazy(() => import('../../ui/menu-popup.tsx').then((module) => ({ default: module.MenuPopup })))

/** The position of the menu, in pixels of the window, and its entry. */
export interface FileMenuPoint {
  readonly left: number
  readonly top: number
  readonly entry: FileEntry
  /** Receives the focus when the menu closes. */
  readonly focus: EventTarget & Element
}

interface ContextMenuProps {
  point: FileMenuPoint
  items: readonly MenuEntry[]
  onClose: () => void
}

/** The context menu of the selection, at the position of the mouse. */
export function ContextMenu({ point: { left, top, entry, focus }, items, onClose }: ContextMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <>
      <span ref={anchor} className={styles.point} style={{ left, top }} />
      <Suspense fallback={null}>
        <MenuPopup
          key={`${left},${top}`}
          label={filesMessages.fileActions({ name: entry.name })}
          anchor={anchor}
          items={items}
          align="start"
          onClose={() => {
            onClose()
            if (focus instanceof HTMLElement) focus.focus({ preventScroll: true })
          }}
        />
      </Suspense>
    </>
  )
}
