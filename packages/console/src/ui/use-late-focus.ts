import { type RefObject, useEffect, useRef } from 'react'

/**
 * For the control in which typing starts on a page that has just been opened. It takes the focus after the page was drawn:
 * earlier, the browser would have to lay the page out in the middle of building it. Whoever has gone elsewhere by then
 * stays there.
 */
export function useLateFocus<T extends HTMLElement>(wanted: boolean): RefObject<T | null> {
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
