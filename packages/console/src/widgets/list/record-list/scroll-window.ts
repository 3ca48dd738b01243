import { type RefObject, useLayoutEffect, useState } from 'react'

interface ScrollWindow {
  readonly scrollTop: number
  readonly viewHeight: number
  readonly rowHeight: number
}

const fallbackHeight = 720

/** The visible part of a scrolled element and the height of its rows in pixels, kept up to date. */
export function useScrollWindow(scroller: RefObject<HTMLElement | null>): ScrollWindow {
  const [view, setView] = useState<ScrollWindow>({ scrollTop: 0, viewHeight: fallbackHeight, rowHeight: 38 })

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const next = {
        scrollTop: element.scrollTop,
        viewHeight: element.clientHeight || fallbackHeight,
        rowHeight: Number.parseInt(getComputedStyle(element).getPropertyValue('--row-height'), 10) || 38,
      }
      setView((now) => (sameRows(now, next) ? now : next))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)
    observer?.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      observer?.disconnect()
    }
  }, [scroller])

  return view
}

/** Scrolling within a row needs no rendering. */
function sameRows(now: ScrollWindow, next: ScrollWindow): boolean {
  return (
    now.rowHeight === next.rowHeight &&
    now.viewHeight === next.viewHeight &&
    Math.floor(now.scrollTop / now.rowHeight) === Math.floor(next.scrollTop / next.rowHeight)
  )
}

type Segment =
  | { readonly kind: 'gap'; readonly rows: number; readonly from: number }
  | { readonly kind: 'row'; readonly index: number }

interface WindowParts {
  readonly count: number
  /** Height in pixels, the same for all rows, so that nothing needs measuring. */
  readonly rowHeight: number
  readonly scrollTop: number
  readonly viewHeight: number
  /** The focused row stays rendered at any scroll position. */
  readonly active: number
  readonly spare?: number
}

/** The rows to render, and the number of empty rows in place of the others. */
export function rowWindow({ count, rowHeight, scrollTop, viewHeight, active, spare = 8 }: WindowParts): Segment[] {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - spare)
  const last = Math.min(count, Math.ceil((scrollTop + viewHeight) / rowHeight) + spare)
  const drawn = new Set<number>()
  if (active >= 0 && active < count) drawn.add(active)
  for (let index = first; index < last; index++) drawn.add(index)
  const segments: Segment[] = []
  let next = 0
  for (const index of [...drawn].sort((a, b) => a - b)) {
    if (index > next) segments.push({ kind: 'gap', rows: index - next, from: next })
    segments.push({ kind: 'row', index })
    next = index + 1
  }
  if (next < count) segments.push({ kind: 'gap', rows: count - next, from: next })
  return segments
}
