import { type RefObject, useEffect, useRef } from 'react'

/**
 * A place below the button that brings something into it: the page moves to it each time that `what` is something else, as far as
 * that takes. Null: there is nothing.
 */
export function useInSight<E extends HTMLElement>(what: object | string | null): RefObject<E | null> {
  const place = useRef<E>(null)
  useEffect(() => {
    if (what !== null) place.current?.scrollIntoView({ block: 'nearest' })
  }, [what])
  return place
}
