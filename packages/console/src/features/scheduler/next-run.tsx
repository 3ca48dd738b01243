import { exactTime, parseWireDate, timeUntil } from '../../ui/dates.ts'
import { useNow } from './use-now.ts'

/** When a task runs next, from now on, with the exact time on hover. */
export function NextRun({ date }: { date: string | null }) {
  const time = date === null ? null : parseWireDate(date)
  const now = useNow()
  if (time === null) return date ?? '-'
  return (
    <time dateTime={time.toISOString()} title={exactTime(time)}>
      {timeUntil(time.getTime() - now)}
    </time>
  )
}
