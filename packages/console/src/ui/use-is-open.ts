import { useEffect, useRef } from 'react'

/** Tells whether a component is still shown, for work that ends later. */
export function useIsOpen(): () => boolean {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return () => isOpen.current
}
