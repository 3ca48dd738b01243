import { exactTime, parseWireDate, relativeTime } from '../../ui/dates.ts'

/** How long ago, with the exact time on hover and for screen readers' details. */
export function RelativeDate({ value }: { value: string | Date }) {
  const date = typeof value === 'string' ? parseWireDate(value) : value
  if (date === null) return <>{value}</>
  return (
    <time dateTime={date.toISOString()} title={exactTime(date)}>
      {relativeTime(date, new Date())}
    </time>
  )
}
