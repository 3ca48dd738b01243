import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type ColumnLayout, type ColumnSpan, columnsIn } from './column-layout.ts'
import { barFor, type ScrollPlace, type ScrollSpace, scrolledTo, spaceHeight } from './scroll-space.ts'

/** Drawn above and below what can be seen. */
const spare = 6
/** Pixels of a simulated browser, which lays nothing out. */
const fallback = { width: 1000, height: 720 }

export interface GridViewport {
  /** Rows to draw, the last one included. */
  readonly first: number
  readonly last: number
  readonly span: ColumnSpan
  /** Pixels of a row. */
  readonly rowHeight: number
  /** Rows that fit in. */
  readonly page: number
}

interface ViewportParts {
  readonly scroller: RefObject<HTMLElement | null>
  /** Moved so that the rows stand where they are seen. */
  readonly layer: RefObject<HTMLElement | null>
  readonly rows: number
  readonly layout: ColumnLayout
  /** Pixels of the head and of the column that stays. */
  readonly head: number
  readonly stay: number
}

/** Rows whose places are counted from one base, so that they need not be moved one by one. */
const block = 1000

/** Which rows and columns can be seen, following the scrolled element; React hears of it only when they are others. */
export function useGridViewport({ scroller, layer, rows, layout, head, stay }: ViewportParts) {
  const place = useRef<ScrollPlace>({ bar: 0, top: 0 })
  const [view, setView] = useState<GridViewport>(() =>
    seen({ top: 0, rows, rowHeight: 32, height: fallback.height, left: 0, width: fallback.width, layout }),
  )
  const drawn = useRef(0)
  const measure = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const rowHeight = Number.parseInt(getComputedStyle(element).getPropertyValue('--grid-row'), 10) || 32
    const height = (element.clientHeight || fallback.height) - head
    const space: ScrollSpace = { content: rows * rowHeight, view: height }
    if (element.scrollTop !== place.current.bar || space.content <= spaceHeight(space))
      place.current = scrolledTo(space, place.current, element.scrollTop)
    const next = seen({
      top: place.current.top,
      rows,
      rowHeight,
      height,
      left: element.scrollLeft,
      width: (element.clientWidth || fallback.width) - stay,
      layout,
    })
    shiftLayer(layer.current, drawn.current, rowHeight, place.current)
    setView((now) => (sameView(now, next) ? now : next))
  }, [scroller, layer, rows, layout, head, stay])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)
    observer?.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      observer?.disconnect()
    }
  }, [scroller, measure])

  // The rows that were just drawn may count from another base than those before.
  useLayoutEffect(() => {
    drawn.current = baseOf(view.first)
    shiftLayer(layer.current, drawn.current, view.rowHeight, place.current)
  }, [layer, view])

  /** Scrolls so that the rows begin at a place; pixels. */
  const scrollTo = useCallback(
    (top: number, left: number | null) => {
      const element = scroller.current
      if (!element) return
      const space = { content: rows * view.rowHeight, view: (element.clientHeight || fallback.height) - head }
      place.current = barFor(space, top)
      element.scrollTop = place.current.bar
      if (left !== null) element.scrollLeft = left
      measure()
    },
    [scroller, rows, view.rowHeight, head, measure],
  )
  return { view, scrollTo, place, height: spaceHeight({ content: rows * view.rowHeight, view: 0 }) }
}

/** The row from which the places of a view are counted. */
export function baseOf(first: number): number {
  return Math.floor(first / block) * block
}

function shiftLayer(layer: HTMLElement | null, base: number, rowHeight: number, { bar, top }: ScrollPlace): void {
  if (layer) layer.style.transform = `translateY(${base * rowHeight + bar - top}px)`
}

interface Seen {
  readonly top: number
  readonly rows: number
  readonly rowHeight: number
  readonly height: number
  readonly left: number
  readonly width: number
  readonly layout: ColumnLayout
}

function seen({ top, rows, rowHeight, height, left, width, layout }: Seen): GridViewport {
  return {
    first: Math.max(0, Math.floor(top / rowHeight) - spare),
    last: Math.min(rows - 1, Math.ceil((top + height) / rowHeight) + spare),
    span: columnsIn(layout, left, width),
    rowHeight,
    page: Math.max(1, Math.floor(height / rowHeight) - 1),
  }
}

function sameView(one: GridViewport, other: GridViewport): boolean {
  return (
    one.first === other.first &&
    one.last === other.last &&
    one.span.first === other.span.first &&
    one.span.end === other.span.end &&
    one.rowHeight === other.rowHeight &&
    one.page === other.page
  )
}
