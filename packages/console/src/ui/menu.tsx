import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type ReactElement,
  type Ref,
  Suspense,
  useRef,
  useState,
} from 'react'
import type { MenuEntry } from './menu-entry.ts'

/** Props that the menu's button must receive. */
export interface MenuTrigger {
  ref: Ref<HTMLButtonElement>
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void
  onPointerEnter: () => void
  onFocus: () => void
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
}

export interface MenuProps {
  label: string
  trigger: (props: MenuTrigger) => ReactElement
  items: readonly MenuEntry[]
  align?: 'start' | 'end'
}

const loadPopup = () => import('./menu-popup.tsx')
const MenuPopup = lazy(() => loadPopup().then((module) => ({ default: module.MenuPopup })))

/** A button with a menu of actions. The menu's code is loaded on the first hover or focus. */
export function Menu({ label, trigger, items, align = 'start' }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)

  return (
    <>
      {trigger({
        ref: button,
        onClick: () => setOpen(!open),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        },
        onPointerEnter: () => void loadPopup(),
        onFocus: () => void loadPopup(),
        'aria-haspopup': 'menu',
        'aria-expanded': open,
      })}
      {open ? (
        <Suspense fallback={null}>
          <MenuPopup label={label} anchor={button} items={items} align={align} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
