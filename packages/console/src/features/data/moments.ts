import { date } from '../../language/format.ts'
import { parseWireDate, relativeTime } from '../../ui/dates.ts'
import { dataMessages } from './messages.ts'
import type { WireField } from './wire-table.ts'

/** What a text that is a point in time consists of. */
export type MomentKind = 'date' | 'time' | 'datetime'

const dates = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/
const clock = /(\d{2}):(\d{2})(?::(\d{2}))?/
/** What databases take for one besides digits. */
const words = /^(-?infinity|epoch|now|today|tomorrow|yesterday|allballs)$/i

/** Null: the field holds no point in time. */
export function momentKind({ type }: Pick<WireField, 'type'>): MomentKind | null {
  const word = type?.toLowerCase() ?? ''
  if (word === 'date') return 'date'
  if (word === 'time' || word === 'timetz') return 'time'
  return /^(datetime(tz)?|timestamp(tz|_on_(create|update))?)$/.test(word) ? 'datetime' : null
}

/** Why a text is no point in time, as far as that shows without the database, which may read more than one spelling. */
export function momentProblem(kind: MomentKind, text: string): string | null {
  if (!/\d/.test(text)) return words.test(text) ? null : kind === 'time' ? dataMessages.notATime : dataMessages.notADate
  const found = dates.exec(text)
  if (!found) return null
  const [year, month, day] = found.slice(1).map(Number) as [number, number, number]
  // A date of zeros is MySQL's own business.
  if (day === 0) return null
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  return month >= 1 && month <= 12 && day <= lastDay ? null : dataMessages.thisDateDoesNotExist
}

/**
 * A point in time as people write it where they are; what has no zone says what the database says. As it stands where it is
 * none of the usual spellings.
 */
export function showMoment(kind: MomentKind, text: string): string {
  const at = kind === 'time' ? null : dateOf(text)
  if (at === null) return text
  const timeZone = kind === 'date' || !zoned.test(text) ? 'UTC' : undefined
  return date(at, { dateStyle: 'medium', timeStyle: kind === 'date' ? undefined : 'short', timeZone })
}

const zoned = /\d\s?(?:Z|[+-]\d{2}:?\d{2})$/i

/** Null: a spelling of which only the database knows what it means. */
function dateOf(text: string): Date | null {
  const whole = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text} 00:00:00` : text
  return /^0000|-00/.test(text) ? null : parseWireDate(whole)
}

/** The text as it is stored, and how long ago that is where it has a zone. */
export function exactMoment(text: string): string {
  const date = zoned.test(text) ? dateOf(text) : null
  return date === null ? text : `${text} · ${relativeTime(date, new Date())}`
}

/** A text as the browser's own control has it; empty where it cannot show it. */
export function pickerValue(kind: MomentKind, text: string): string {
  const date = dates.exec(text)?.[0]
  const [, hours, minutes, seconds = '00'] = clock.exec(text) ?? []
  const time = hours === undefined ? null : `${hours}:${minutes}:${seconds}`
  if (kind === 'date') return date ?? ''
  if (kind === 'time') return time ?? ''
  return date ? `${date}T${time ?? '00:00:00'}` : ''
}

/** What was picked, in the spelling of the text that it replaces: its `T` or blank, and its zone. */
export function withPicked(kind: MomentKind, text: string, picked: string): string {
  const [date = '', time = ''] = kind === 'time' ? ['', picked] : picked.split('T')
  if (kind === 'date') return date
  const whole = /^\d{2}:\d{2}$/.test(time) ? `${time}:00` : time.replace(/\.\d+$/, '')
  const zone = /\d(\s?(?:Z|[+-]\d{2}(?::?\d{2})?))$/i.exec(text.replace(dates, ''))?.[1] ?? ''
  if (kind === 'time') return `${whole}${zone}`
  return `${date}${/^\d{4}-\d{2}-\d{2}t/i.test(text) ? 'T' : ' '}${whole}${zone}`
}
