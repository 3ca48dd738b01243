import { type RefObject, useLayoutEffect, useState } from 'react'

/** Width in pixels before layout. */
const usual = 720

/** The current width of an element, in whole pixels. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(usual)
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.floor(element.current?.clientWidth || usual))
    measure()
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)
    if (element.current) observer?.observe(element.current)
    return () => observer?.disconnect()
  }, [element])
  return width
}
