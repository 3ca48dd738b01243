import { parseWireDate } from './dates.ts'

/** The value of a field for date and time, in local time to the minute; empty for a text that is no wire date. */
export function momentInput(text: string): string {
  const date = parseWireDate(text)
  return date === null ? '' : localMoment(date.getTime())
}

/** A moment in the format of date and time inputs, in local time: `2026-11-23T14:05`. */
export function localMoment(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
