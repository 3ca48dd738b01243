import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Size } from './view.ts'

const unmeasured: Size = { width: 880, height: 560 }

/** The current size of an element, in pixels. */
export function useFrame(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(unmeasured)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = measured
      if (width > 0 && height > 0) setSize({ width, height })
    }
    measure()
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)
    observer?.observe(measured)
    return () => observer?.disconnect()
  }, [element])
  return size
}
