import { type RefObject, useLayoutEffect } from 'react'

/**
 * Marks a scrolled element with the sides on which its content continues, `data-beyond="left right"`. Set without React, since it changes
 * while scrolling and affects only a shadow.
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

/** All in pixels; zooming causes fractions. */
export function overflowingSides(scrolled: number, seen: number, all: number): string {
  const left = scrolled >= 1
  const right = all - seen - scrolled >= 1
  return [left ? 'left' : '', right ? 'right' : ''].filter(Boolean).join(' ')
}
