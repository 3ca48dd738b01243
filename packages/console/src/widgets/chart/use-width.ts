import { type RefObject, useLayoutEffect, useState } from 'react'

/** Pixels where nothing is laid out yet. */
const usual = 720

/** The width of an element, in whole pixels, as long as it is shown. */
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
