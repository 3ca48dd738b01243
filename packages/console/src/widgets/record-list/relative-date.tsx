import { exactTime, parseWireDate, relativeTime } from '../../ui/dates.ts'

/** How long ago, with the exact time on hover and for screen readers' details. */
export function RelativeDate({ value }: { value: string }) {
  const date = parseWireDate(value)
  if (!date) return <>{value}</>
  return (
    <time dateTime={date.toISOString()} title={exactTime(date)}>
      {relativeTime(date, new Date())}
    </time>
  )
}
