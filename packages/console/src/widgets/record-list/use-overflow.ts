import { type RefObject, useLayoutEffect } from 'react'

/**
 * Marks a scrolled element with the sides on which it goes on, `data-beyond="left right"`. Written past React, as it changes
 * while somebody scrolls and nothing but a shadow hangs on it.
 */
export function useOverflow(scroller: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const mark = () => {
      element.dataset.beyond = overflowingSides(element.scrollLeft, element.clientWidth, element.scrollWidth)
    }
    mark()
    element.addEventListener('scroll', mark, { passive: true })
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(mark)
    observer?.observe(element)
    for (const child of element.children) observer?.observe(child)
    return () => {
      element.removeEventListener('scroll', mark)
      observer?.disconnect()
    }
  }, [scroller])
}

/** Pixels; fractions of one come from zooming. */
export function overflowingSides(scrolled: number, seen: number, all: number): string {
  const left = scrolled >= 1
  const right = all - seen - scrolled >= 1
  return [left ? 'left' : '', right ? 'right' : ''].filter(Boolean).join(' ')
}
