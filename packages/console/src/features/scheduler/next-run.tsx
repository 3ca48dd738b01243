import { parseWireDate, timeUntil } from '../../ui/dates.ts'
import { RelativeDate } from '../../ui/relative-date.tsx'
import { useNow } from './use-now.ts'

/** Shows how long until a task runs next, with the exact time on hover. */
export function NextRun({ date }: { date: string | null }) {
  const time = date === null ? null : parseWireDate(date)
  const now = useNow()
  if (time === null) return date ?? '-'
  return <RelativeDate value={time} words={timeUntil(time.getTime() - now)} />
}
