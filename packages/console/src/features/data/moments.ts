import { date } from '../../language/format.ts'
import { parseWireDate, relativeTime } from '../../ui/dates.ts'
import { dataMessages } from './messages.ts'
import type { WireField } from './wire-table.ts'

/** The components of a date or time value. */
export type MomentKind = 'date' | 'time' | 'datetime'

const dates = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/
const clock = /(\d{2}):(\d{2})(?::(\d{2}))?/
/** Special values that databases accept besides digits. */
const words = /^(-?infinity|epoch|now|today|tomorrow|yesterday|allballs)$/i

/** Returns `null` if the field is not a date or time. */
export function momentKind({ type }: Pick<WireField, 'type'>): MomentKind | null {
  const word = type?.toLowerCase() ?? ''
  if (word === 'date') return 'date'
  if (word === 'time' || word === 'timetz') return 'time'
  return /^(datetime(tz)?|timestamp(tz|_on_(create|update))?)$/.test(word) ? 'datetime' : null
}

/** Returns why a text is not a valid date or time, as far as this is known without the database, which may accept more formats. */
export function momentProblem(kind: MomentKind, text: string): string | null {
  if (!/\d/.test(text)) return words.test(text) ? null : kind === 'time' ? dataMessages.notATime : dataMessages.notADate
  const found = dates.exec(text)
  if (!found) return null
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number]
  // MySQL allows a zero date.
  if (day === 0) return null
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  return month >= 1 && month <= 12 && day <= lastDay ? null : dataMessages.noSuchDate
}

/**
 * Formats a date or time for the user's locale; a value without a time zone is shown as stored. Values in unusual formats are returned
 * unchanged.
 */
export function showMoment(kind: MomentKind, text: string): string {
  const at = kind === 'time' ? null : dateOf(text)
  if (at === null) return text
  const timeZone = kind === 'date' || !isZoned(text) ? 'UTC' : undefined
  return date(at, { dateStyle: 'medium', timeStyle: kind === 'date' ? undefined : 'short', timeZone })
}

/** A time with its zone at the end, whose minutes PostgreSQL leaves out. */
const zoned = /:\d{2}(?:\.\d+)?\s?(?:Z|([+-])(\d{2}):?(\d{2})?)$/i

const isZoned = (text: string) => zoned.test(text)

/** Minutes that the zone of a text is ahead of UTC; `null` if it has none. */
function minutesAhead(text: string): number | null {
  const found = zoned.exec(text)
  if (!found) return null
  const [, sign = '+', hours = '0', minutes = '0'] = found
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Returns `null` for a format that only the database understands. */
function dateOf(text: string): Date | null {
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00:00` : text
  const named = isZoned(whole) ? whole.replace(/\s?([+-]\d{2})$/, '$1:00') : whole
  return /^0000|^\d+-00|^\d+-\d+-00/.test(text) ? null : parseWireDate(named)
}

/** Returns the text as stored, with the relative time if it has a time zone. */
export function exactMoment(text: string): string {
  const date = isZoned(text) ? dateOf(text) : null
  return date === null ? text : `${text} · ${relativeTime(date, new Date())}`
}

/** A moment in the reader's time zone, which is named; `null` for a text without a zone, which is the same everywhere. */
export function inOwnZone(kind: MomentKind, text: string): string | null {
  const at = kind === 'datetime' && isZoned(text) ? dateOf(text) : null
  return at && date(at, { dateStyle: 'medium', timeStyle: 'long' })
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
