import { exactTime, parseWireDate, relativeTime } from './dates.ts'

/** A relative date, with the exact time on hover and in its description. */
export function RelativeDate({ value }: { value: string | Date }) {
  const date = typeof value === 'string' ? parseWireDate(value) : value
  if (date === null) return <>{value}</>
  return (
    <time dateTime={date.toISOString()} title={exactTime(date)}>
      {relativeTime(date, new Date())}
    </time>
  )
}
