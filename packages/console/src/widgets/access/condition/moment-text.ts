import { dateWords } from '../../../language/date-words.ts'
import { parseWireDate } from '../../../ui/dates.ts'

/** The components of a date or time value. */
export type MomentKind = 'date' | 'time' | 'datetime'

export const dates = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/
const clock = /(\d{2}):(\d{2})(?::(\d{2}))?/

/** A time with its zone at the end, whose minutes PostgreSQL leaves out. */
const zoned = /:\d{2}(?:\.\d+)?\s?(?:Z|([+-])(\d{2}):?(\d{2})?)$/i

export const isZoned = (text: string) => zoned.test(text)

/** Minutes that the zone of a text is ahead of UTC; `null` if it has none. */
function minutesAhead(text: string): number | null {
  const found = zoned.exec(text)
  if (!found) return null
  const [, sign = '+', hours = '0', minutes = '0'] = found
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Returns `null` for a format that only the database understands. */
export function dateOf(text: string): Date | null {
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00:00` : text
  const named = isZoned(whole) ? whole.replace(/\s?([+-]\d{2})$/, '$1:00') : whole
  return /^0000|^\d+-00|^\d+-\d+-00/.test(text) ? null : parseWireDate(named)
}

/** A moment in the reader's time zone, which is named; `null` for a text without a zone, which is the same everywhere. */
export function inOwnZone(kind: MomentKind, text: string): string | null {
  const at = kind === 'datetime' && isZoned(text) ? dateOf(text) : null
  return at && dateWords(at, 'zoned')
}

/**
 * Converts a text to the value of the native control, in the reader's time zone if the text has one; empty if the control cannot show it.
 */
export function pickerValue(kind: MomentKind, text: string): string {
  const at = kind === 'datetime' && isZoned(text) ? dateOf(text) : null
  if (at !== null) return shifted(at, -at.getTimezoneOffset())
  const date = dates.exec(text)?.[0]
  const [, hours, minutes, seconds = '00'] = clock.exec(text) ?? []
  const time = hours === undefined ? null : `${hours}:${minutes}:${seconds}`
  if (kind === 'date') return date ?? ''
  if (kind === 'time') return time ?? ''
  return date ? `${date}T${time ?? '00:00:00'}` : ''
}

/** `2026-11-28T12:24:42`: the time that clocks show which are this many minutes ahead of UTC. */
function shifted(at: Date, minutes: number): string {
  return new Date(at.getTime() + minutes * 60_000).toISOString().slice(0, 19)
}

/** Converts the picked value to the format of the text that it replaces: its `T` or space, and its time zone. */
export function withPicked(kind: MomentKind, text: string, picked: string): string {
  const ahead = kind === 'datetime' ? minutesAhead(text) : null
  const inItsZone = ahead === null ? picked : shifted(new Date(picked), ahead)
  const [date = '', time = ''] = kind === 'time' ? ['', picked] : inItsZone.split('T')
  if (kind === 'date') return date
  const whole = /^\d{2}:\d{2}$/.test(time) ? `${time}:00` : time.replace(/\.\d+$/, '')
  const zone = /\d(\s?(?:Z|[+-]\d{2}(?::?\d{2})?))$/i.exec(text.replace(dates, ''))?.[1] ?? ''
  if (kind === 'time') return `${whole}${zone}`
  return `${date}${/^\d{4}-\d{2}-\d{2}t/i.test(text) ? 'T' : ' '}${whole}${zone}`
}

/** What was picked, in the reader's time zone, with that zone: `2026-11-28T13:24:42+01:00`. A date alone is its first moment. */
export function inZone(picked: string): string {
  const local = picked.replace(' ', 'T')
  const at = new Date(/T/.test(local) ? local : `${local}T00:00`)
  if (Number.isNaN(at.getTime())) return picked
  const ahead = -at.getTimezoneOffset()
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0')
  return `${shifted(at, ahead)}${ahead < 0 ? '-' : '+'}${two(ahead / 60)}:${two(ahead % 60)}`
}

/** A date, or a date with a time, without a zone. */
export const isZoneless = (text: string) => /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/.test(text)

/** The reader's time zone, such as `Europe/Berlin`. */
export const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
