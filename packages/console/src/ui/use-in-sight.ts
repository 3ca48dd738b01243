import { type RefObject, useEffect, useRef } from 'react'

/**
 * A ref for content shown below the button that triggers it: the page scrolls to it whenever `what` changes, as far as necessary. `null`:
 * nothing is shown.
 */
export function useScrollIntoView<E extends HTMLElement>(what: object | string | null): RefObject<E | null> {
  const place = useRef<E>(null)
  useEffect(() => {
    if (what !== null) place.current?.scrollIntoView({ block: 'nearest' })
  }, [what])
  return place
}
