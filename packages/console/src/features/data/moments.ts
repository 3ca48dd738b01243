import { dateWords } from '../../language/date-words.ts'
import { relativeTime } from '../../ui/dates.ts'
import { dateOf, dates, isZoned, type MomentKind } from '../../widgets/access/condition/moment-text.ts'
import { dataMessages } from './messages.ts'
import type { WireField } from './wire-table.ts'

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
  return dateWords(at, kind === 'date' ? 'day' : 'minute', timeZone)
}

/** Returns the text as stored, with the relative time if it has a time zone. */
export function exactMoment(text: string): string {
  const date = isZoned(text) ? dateOf(text) : null
  return date === null ? text : `${text} · ${relativeTime(date, new Date())}`
}
