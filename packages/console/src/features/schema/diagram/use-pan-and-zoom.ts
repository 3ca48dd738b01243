import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { moved, type View, zoomed } from './view.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/** Pixels that a pointer may move during a click. */
const tremble = 4

/**
 * Pointer gestures of the diagram: dragging and the wheel pan it, pinching zooms, and so does the wheel with Ctrl or ⌘ (which touchpads
 * report for a pinch). A drag does not click the element under it.
 */
export function usePanAndZoom(frame: RefObject<HTMLElement | null>, change: (next: (view: View) => View) => void) {
  const pressed = useRef(new Map<number, Point>())
  const travelled = useRef(0)

  const onChange = useRef(change)
  onChange.current = change
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1
      const dx = event.deltaX * unit
      const dy = event.deltaY * unit
      if (event.ctrlKey || event.metaKey) {
        const at = inside(element, event)
        onChange.current((view) => zoomed(view, Math.exp(-dy * 0.006), at))
      } else onChange.current((view) => (event.shiftKey && dx === 0 ? moved(view, -dy, 0) : moved(view, -dx, -dy)))
    }
    // React's wheel listener is passive and cannot keep the page from scrolling.
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [frame])

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = pressed.current.get(event.pointerId)
    if (!before) return
    const now = inside(event.currentTarget, event)
    const [other] = [...pressed.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
    travelled.current += Math.abs(now.x - before.x) + Math.abs(now.y - before.y)
    if (travelled.current > tremble && !event.currentTarget.hasPointerCapture(event.pointerId))
      event.currentTarget.setPointerCapture(event.pointerId)
    pressed.current.set(event.pointerId, now)
    if (travelled.current <= tremble) return
    if (!other) return change((view) => moved(view, now.x - before.x, now.y - before.y))
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
    const factor = distance(now, other) / Math.max(1, distance(before, other))
    change((view) => zoomed(moved(view, (now.x - before.x) / 2, (now.y - before.y) / 2), factor, middle))
  }
  const release = (event: PointerEvent<HTMLElement>) => {
    pressed.current.delete(event.pointerId)
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      if (pressed.current.size === 0) travelled.current = 0
      pressed.current.set(event.pointerId, inside(event.currentTarget, event))
    },
    onPointerMove,
    onPointerUp: release,
    onPointerCancel: release,
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void; detail: number }) => {
      // Enter triggers a click too, without a pointer.
      if (event.detail === 0 || travelled.current <= tremble) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

function inside(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top } = element.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
