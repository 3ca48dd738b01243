import { exactTime, parseWireDate, timeUntil } from '../../ui/dates.ts'
import { useNow } from './use-now.ts'

/** Shows how long until a task runs next, with the exact time on hover. */
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
