import { useEffect, useState } from 'react'

/** A value as it was when it last stayed one and the same for so many milliseconds. */
export function useSettled<T extends string | object>(value: T, wait: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return settled
}
