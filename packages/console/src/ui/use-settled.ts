import { useEffect, useState } from 'react'

/** Debounces a value: returns it once it has not changed for `wait` milliseconds. */
export function useDebouncedValue<T extends string | object>(value: T, wait: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return settled
}
