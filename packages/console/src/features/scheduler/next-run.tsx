import { exactTime, parseWireDate } from '../../widgets/record-list/wire-date.ts'
import { useNow } from './use-now.ts'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** When a task runs next, from now on, with the exact time on hover. */
export function NextRun({ date }: { date: string | null }) {
  const time = date === null ? null : parseWireDate(date)
  const now = useNow()
  if (time === null) return date ?? '-'
  return (
    <time dateTime={time.toISOString()} title={exactTime(time)}>
      {fromNow(time.getTime() - now)}
    </time>
  )
}

/** `milliseconds` until then; rounded up, so that nothing is said to be due before it is. */
export function fromNow(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds <= 0) return 'now'
  for (const [unit, size] of units) if (seconds >= size) return relative.format(Math.round(seconds / size), unit)
  return 'now'
}
