import { type MouseEvent, type PointerEvent, useRef } from 'react'
import type { GridModel } from './grid-model.ts'
import type { CellPlace } from './selection.ts'

/** Window coordinates in pixels. */
export interface MenuPoint {
  readonly left: number
  readonly top: number
}

interface GridPointerParts {
  readonly model: GridModel
  readonly openCell: () => void
  readonly onOpen: (row: number) => void
  /** Opens the menu of a cell. */
  readonly onMenu: (place: CellPlace, point: MenuPoint) => void
  /** Navigates to the target of a value. */
  readonly onFollow: (place: CellPlace) => void
}

/** Selects cells by pointer: click, Shift with click, and dragging; a double click opens a cell. */
export function useGridPointer({ model, openCell, onOpen, onFollow, onMenu }: GridPointerParts) {
  const { selection } = model
  const dragging = useRef(false)

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.pointerType === 'touch' || isOver(event.target, '[data-follow]')) return
    const place = placeUnder(event.target)
    if (!place) return
    dragging.current = true
    // First, since an open cell commits its input when it loses focus.
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
    if (isOver(event.target, '[data-follow]')) {
      const place = placeUnder(event.target)
      if (place) onFollow(place)
      return
    }
    if (isOver(event.target, '[data-open]')) {
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
    if (placeUnder(event.target) && !isOver(event.target, '[data-follow]')) openCell()
  }

  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    const place = placeUnder(event.target)
    // An open cell has its input's native menu.
    if (!place || isOver(event.target, '[data-editor]')) return
    event.preventDefault()
    const { top, bottom, left, right } = selection.range
    const within = place.row >= top && place.row <= bottom && place.column >= left && place.column <= right
    event.currentTarget.focus({ preventScroll: true })
    if (!within) choose(place, false)
    onMenu(place, { left: event.clientX, top: event.clientY })
  }

  const onPointerUp = () => {
    dragging.current = false
  }

  return { onPointerDown, onPointerMove, onPointerUp, onClick, onContextMenu, onDoubleClick }
}

function isOver(target: EventTarget, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
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
