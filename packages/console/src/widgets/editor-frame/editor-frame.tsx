import { IconX } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './editor-frame.module.css'
import { t } from './messages.ts'
import { useOpenPanel } from './open-panels.ts'

interface EditorFrameProps {
  title: string
  subtitle?: ReactNode
  /** Beside the button that closes. */
  aside?: ReactNode
  /** For tables. */
  wide?: boolean
  /** Asks to leave; a form with unsaved work answers by asking back. */
  onClose: () => void
  children: ReactNode
}

/** The panel over the list in which every record is shown and edited; the whole page on a small screen. */
export function EditorFrame({ title, subtitle, aside, wide = false, onClose, children }: EditorFrameProps) {
  const heading = useId()
  const panel = useRef<HTMLElement>(null)
  usePanelFocus(panel)
  useOpenPanel()
  return (
    <>
      <div className={styles.scrim} aria-hidden="true" onPointerDown={onClose} />
      <section
        ref={panel}
        role="dialog"
        aria-labelledby={heading}
        tabIndex={-1}
        className={classNames(styles.panel, wide && styles.wide)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented || !isWithin(panel.current, event.target)) return
          event.preventDefault()
          onClose()
        }}
      >
        <header className={styles.header}>
          <div className={styles.titles}>
            <h2 id={heading} className={styles.title} title={title}>
              {title}
            </h2>
            {subtitle ? (
              <Text as="div" tone="muted" size="sm">
                {subtitle}
              </Text>
            ) : null}
          </div>
          {aside}
          <IconButton label={t.close} icon={<IconX />} onClick={onClose} />
        </header>
        {children}
      </section>
    </>
  )
}

/** Events of windows that a panel opened come through React as if they were its own. */
function isWithin(panel: HTMLElement | null, target: EventTarget): boolean {
  return target instanceof Node && (panel?.contains(target) ?? false)
}

/** Moves the focus into a panel when it opens, and back to where it was when it closes. */
function usePanelFocus(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    const field = panel.current?.querySelector<HTMLElement>('[autofocus], [data-autofocus]')
    ;(field ?? panel.current)?.focus({ preventScroll: true })
    return () => {
      // The list is usable again only after this commit.
      requestAnimationFrame(() => {
        if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)
          before.focus({ preventScroll: true })
      })
    }
  }, [panel])
}
