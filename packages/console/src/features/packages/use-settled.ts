import { useEffect, useState } from 'react'

/** A value as it was when it last stayed the same for so many milliseconds; at once when it becomes empty. */
export function useSettled(value: string, wait: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return value === '' ? '' : settled
}
