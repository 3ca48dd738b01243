import { type MouseEvent, type PointerEvent, useRef } from 'react'
import type { CellPlace } from './cell-range.ts'
import type { GridModel } from './grid-model.ts'

interface GridPointerParts {
  readonly model: GridModel
  readonly openCell: () => void
  readonly onOpen: (row: number) => void
}

/** Choosing cells with the pointer: a press, Shift with a press, dragging; a double press opens. */
export function useGridPointer({ model, openCell, onOpen }: GridPointerParts) {
  const { selection } = model
  const dragging = useRef(false)

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.pointerType === 'touch') return
    const place = placeUnder(event.target)
    if (!place) return
    dragging.current = true
    // First, as an open cell keeps what was typed when it loses the focus.
    event.currentTarget.focus({ preventScroll: true })
    choose(place, event.shiftKey)
    event.preventDefault()
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!dragging.current) return
    if ((event.buttons & 1) === 0) {
      dragging.current = false
      return
    }
    const place = placeUnder(event.target)
    if (place) selection.extendTo(place)
  }

  const choose = (place: CellPlace, extend: boolean) => {
    if (extend) selection.extendTo(place)
    else selection.moveTo(place)
  }

  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('[data-open]')) {
      const row = rowUnder(event.target)
      if (row !== null) onOpen(row)
      return
    }
    const place = placeUnder(event.target)
    const touched = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch'
    if (place && touched) {
      event.currentTarget.focus({ preventScroll: true })
      choose(place, false)
    }
  }

  const onDoubleClick = (event: MouseEvent<HTMLElement>) => {
    if (placeUnder(event.target)) openCell()
  }

  const onPointerUp = () => {
    dragging.current = false
  }

  return { onPointerDown, onPointerMove, onPointerUp, onClick, onDoubleClick }
}

function rowUnder(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined
  return row === undefined ? null : Number(row)
}

function placeUnder(target: EventTarget): CellPlace | null {
  const row = rowUnder(target)
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]')?.dataset.column : undefined
  return row === null || cell === undefined ? null : { row, column: Number(cell) }
}
