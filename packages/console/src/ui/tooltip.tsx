import {
  cloneElement,
  type FocusEvent,
  type MouseEventHandler,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import styles from './tooltip.module.css'

interface Anchor {
  'aria-describedby'?: string | undefined
  'aria-expanded'?: boolean
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
  onFocus?: (event: FocusEvent<HTMLElement>) => void
  onBlur?: (event: FocusEvent<HTMLElement>) => void
  onClick?: MouseEventHandler<HTMLButtonElement>
}

const openAfter = 350
const closeAfter = 120
const gap = 6

/**
 * A short text next to its control on hover and keyboard focus. Escape hides it, and the pointer may move onto it. With `describes` (the
 * default) it is also the control's description; disable that if it only repeats the name. `onPress` shows it on a click too, for controls
 * that do nothing else and for devices without hover. Without a text there is no tooltip; the control stays the same element as the text
 * appears and disappears, and keeps its focus.
 */
export function Tooltip({
  text,
  describes = true,
  onPress = false,
  children,
}: {
  text: ReactNode | null
  describes?: boolean
  onPress?: boolean
  children: ReactElement<Anchor>
}) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const later = (target: HTMLElement | null, after: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAnchor(target), after)
  }
  const now = (target: HTMLElement | null) => {
    clearTimeout(timer.current)
    setAnchor(target)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!anchor) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setAnchor(null)
    const onPointer = ({ target }: Event) => !(target instanceof Node && anchor.contains(target)) && setAnchor(null)
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onPointer, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onPointer, true)
    }
  }, [anchor])

  const { props } = children
  const control = cloneElement(children, {
    'aria-describedby': anchor && text !== null && describes ? id : props['aria-describedby'],
    onPointerEnter: (event) => {
      props.onPointerEnter?.(event)
      if (text !== null && event.pointerType !== 'touch') later(event.currentTarget, openAfter)
    },
    onPointerLeave: (event) => {
      props.onPointerLeave?.(event)
      later(null, closeAfter)
    },
    onFocus: (event) => {
      props.onFocus?.(event)
      if (text !== null && event.currentTarget.matches(':focus-visible')) now(event.currentTarget)
    },
    onBlur: (event) => {
      props.onBlur?.(event)
      now(null)
    },
    ...(onPress && {
      onClick: (event) => {
        props.onClick?.(event)
        now(event.currentTarget)
      },
    }),
  })

  return (
    <>
      {control}
      {anchor && text !== null && !props['aria-expanded']
        ? createPortal(
            <Bubble
              id={id}
              anchor={anchor}
              onPointerEnter={() => now(anchor)}
              onPointerLeave={() => later(null, closeAfter)}
            >
              {text}
            </Bubble>,
            document.body,
          )
        : null}
    </>
  )
}

interface BubbleProps {
  id: string
  anchor: HTMLElement
  children: ReactNode
  onPointerEnter: () => void
  onPointerLeave: () => void
}

function Bubble({ id, anchor, children, ...handlers }: BubbleProps) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bubble = ref.current
    if (!bubble) return
    const place = placeBeside(anchor.getBoundingClientRect(), bubble.getBoundingClientRect(), {
      width: document.documentElement.clientWidth,
      height: document.documentElement.clientHeight,
    })
    bubble.style.left = `${place.left}px`
    bubble.style.top = `${place.top}px`
  }, [anchor])
  return (
    <div ref={ref} id={id} role="tooltip" className={styles.bubble} {...handlers}>
      {children}
    </div>
  )
}

interface Size {
  width: number
  height: number
}

/** Position of a tooltip in pixels: centred below the anchor, above it if there is no room, always within the window. */
export function placeBeside(
  anchor: Size & { left: number; top: number },
  bubble: Size,
  page: Size,
): { left: number; top: number } {
  const below = anchor.top + anchor.height + gap
  const top = below + bubble.height > page.height ? Math.max(gap, anchor.top - gap - bubble.height) : below
  const centred = anchor.left + anchor.width / 2 - bubble.width / 2
  const left = Math.max(gap, Math.min(centred, page.width - bubble.width - gap))
  return { left, top }
}
