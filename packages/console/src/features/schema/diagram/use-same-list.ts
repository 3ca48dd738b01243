import { useRef } from 'react'

/** Returns the previous list as long as the items are the same, to avoid rendering again. */
export function useSameList<T>(list: readonly T[]): readonly T[] {
  const last = useRef(list)
  if (last.current.length !== list.length || last.current.some((one, index) => one !== list[index])) last.current = list
  return last.current
}
