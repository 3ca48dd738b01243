import { useEffect, useState } from 'react'

/**
 * Returns a list that grows by one portion per frame, so that no frame renders hundreds of items. Items matching `first` are included
 * immediately.
 */
export function useInPortions<T>(list: readonly T[], size: number, first: (one: T) => boolean): readonly T[] {
  const [count, setCount] = useState(size)
  const more = count < list.length
  useEffect(() => {
    if (!more) return
    const frame = requestAnimationFrame(() => setCount((now) => now + size))
    return () => cancelAnimationFrame(frame)
  })
  return more ? list.filter((one, index) => index < count || first(one)) : list
}
