import { useRef } from 'react'

/** One and the same list as long as the same things are in it, so that what is drawn from it is not drawn anew. */
export function useSameList<T>(list: readonly T[]): readonly T[] {
  const last = useRef(list)
  if (last.current.length !== list.length || last.current.some((one, index) => one !== list[index])) last.current = list
  return last.current
}
