import { type RefObject, useLayoutEffect, useState } from 'react'

export interface ScrollWindow {
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
