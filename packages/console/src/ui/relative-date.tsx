import { exactTime, parseWireDate, relativeTime } from './dates.ts'

/** A relative date, with the exact time on hover and in its description. `words`: what is shown instead of how long ago it was. */
export function RelativeDate({ value, words }: { value: string | Date; words?: string }) {
  const date = typeof value === 'string' ? parseWireDate(value) : value
  if (date === null) return <>{value}</>
  return (
    <time dateTime={date.toISOString()} title={exactTime(date)}>
      {words ?? relativeTime(date, new Date())}
    </time>
  )
}
