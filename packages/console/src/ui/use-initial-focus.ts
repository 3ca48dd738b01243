import { type RefObject, useEffect, useRef } from 'react'

/**
 * A ref that focuses the initial control of a newly opened page. It is focused after the page is painted; earlier, the browser would have
 * to lay out the page while it is being built. If the user has focused something else by then, nothing happens.
 */
export function useInitialFocus<T extends HTMLElement>(wanted: boolean): RefObject<T | null> {
  const control = useRef<T>(null)
  useEffect(() => {
    if (!wanted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        if (document.activeElement === document.body) control.current?.focus()
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [wanted])
  return control
}
