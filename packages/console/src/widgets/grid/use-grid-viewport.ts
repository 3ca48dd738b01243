import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type ColumnLayout, type ColumnSpan, columnsIn } from './column-layout.ts'

/** Rows rendered above and below the visible ones. */
const spare = 6
/** Size in pixels under jsdom, which has no layout. */
const fallback = { width: 1000, height: 720 }

interface GridViewport {
  /** Rows to render, inclusive. */
  readonly first: number
  readonly last: number
  readonly span: ColumnSpan
  /** Row height in pixels. */
  readonly rowHeight: number
  /** Number of rows that fit into the view. */
  readonly page: number
}

interface ViewportParts {
  readonly scroller: RefObject<HTMLElement | null>
  /** Translated so that the rows appear at their scroll position. */
  readonly layer: RefObject<HTMLElement | null>
  readonly rows: number
  readonly layout: ColumnLayout
  /** Size of the header and the fixed column, in pixels. */
  readonly head: number
  readonly stay: number
}

/** Rows positioned relative to the same base, so that they need not be moved individually. */
const block = 1000

/** The visible rows and columns, following the scrolled element; rerenders only when they change. */
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

  // The rows just rendered may be relative to another base than before.
  useLayoutEffect(() => {
    drawn.current = baseOf(view.first)
    shiftLayer(layer.current, drawn.current, view.rowHeight, place.current)
  }, [layer, view])

  /** Scrolls to a position of the rows, in pixels. */
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

/** The row to which the positions of a view are relative. */
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

/**
 * Browsers render nothing beyond some 17 million pixels, which a million rows exceed. Taller content is scrolled in a space of this
 * height: the wheel scrolls by pixels as usual, dragging the scrollbar scrolls in proportion.
 */
export const highest = 12_000_000

/** The scrolled content: the total height of the rows and the height of the visible part, in pixels. */
interface ScrollSpace {
  readonly content: number
  readonly view: number
}

interface ScrollPlace {
  /** Scroll position of the element. */
  readonly bar: number
  /** Scroll position of the rows, as if there were no limit. */
  readonly top: number
}

/** The height of the scrolled element. */
export function spaceHeight({ content }: ScrollSpace): number {
  return Math.min(content, highest)
}

/** The position of the rows after the element was scrolled. */
export function scrolledTo(space: ScrollSpace, former: ScrollPlace, bar: number): ScrollPlace {
  const furthest = Math.max(0, space.content - space.view)
  if (space.content <= highest) return { bar, top: Math.min(bar, furthest) }
  const end = highest - space.view
  if (bar <= 0) return { bar, top: 0 }
  if (bar >= end - 1) return { bar, top: furthest }
  const step = bar - former.bar
  if (Math.abs(step) <= space.view) return { bar, top: Math.max(0, Math.min(furthest, former.top + step)) }
  return { bar, top: Math.round((bar / end) * furthest) }
}

/** The scroll position of the element for a position of the rows. */
export function barFor(space: ScrollSpace, top: number): ScrollPlace {
  const furthest = Math.max(0, space.content - space.view)
  const wanted = Math.max(0, Math.min(furthest, top))
  if (space.content <= highest) return { bar: wanted, top: wanted }
  return { bar: Math.round((wanted / furthest) * (highest - space.view)), top: wanted }
}

/** The position that shows a row completely with the least scrolling. */
export function topToShow(row: number, rowHeight: number, top: number, seen: number): number {
  const upper = row * rowHeight
  if (upper < top) return upper
  return upper + rowHeight > top + seen ? upper + rowHeight - seen : top
}
