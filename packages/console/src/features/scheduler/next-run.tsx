import { useEffect, useState } from 'react'
import { parseWireDate, timeUntil } from '../../ui/dates.ts'
import { RelativeDate } from '../../ui/relative-date.tsx'

/** Shows how long until a task runs next, with the exact time on hover. */
export function NextRun({ date }: { date: string | null }) {
  const time = date === null ? null : parseWireDate(date)
  const now = useNow()
  if (time === null) return date ?? '-'
  return <RelativeDate value={time} words={timeUntil(time.getTime() - now)} />
}

/** The current time in milliseconds since 1970, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
