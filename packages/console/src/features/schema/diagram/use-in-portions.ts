import { useEffect, useState } from 'react'

/** A list that comes in portions, one a frame, so that no frame draws hundreds of things; `first` are there at once. */
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
