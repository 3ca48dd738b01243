import { type PointerEvent, useRef, useState } from 'react'

/** The handle that moves a card, and whether it is being moved. */
export interface StepDrag {
  readonly isDragged: boolean
  readonly handle: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerUp: () => void
    readonly onPointerCancel: () => void
  }
}

/**
 * Moves steps with a pointer, mouse or finger: while a handle is held, its card follows to the place of the card under the pointer.
 * `onMove` gets the key of the step and its new 0-based position.
 */
export function useStepDrag(keys: readonly number[], onMove: (key: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const end = () => setDragged(null)
  const dragOf = (key: number): StepDrag => ({
    isDragged: dragged === key,
    handle: {
      onPointerDown: (event) => {
        if (event.button !== 0) return
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        setDragged(key)
      },
      onPointerMove: ({ clientY }) => {
        if (dragged !== key) return
        const to = placeAt([...(list.current?.children ?? [])], keys.indexOf(key), clientY)
        if (to !== keys.indexOf(key)) onMove(key, to)
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  })
  return { list, dragOf }
}

/** The position of the card that the pointer passed the middle of. */
function placeAt(cards: readonly Element[], from: number, y: number): number {
  const middles = cards.map((card) => {
    const { top, height } = card.getBoundingClientRect()
    return top + Math.min(height, 48) / 2
  })
  const passed = middles.findIndex((middle, at) => at < from && y < middle)
  if (passed >= 0) return passed
  const below = middles.findLastIndex((middle, at) => at > from && y > middle)
  return below >= 0 ? below : from
}
