import type { ReadValue, ValueDialect, ValueField } from '@millwright/connector/engine/engine'
import { misfit } from '@millwright/connector/engine/values/field-problem'
import type { Problem } from '@millwright/contract/problem'

/** Year, month and day, then hours, minutes, seconds and fraction, and the zone. */
const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i
const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s?(Z|[+-]\d{2}(?::?\d{2}(?::\d{2})?)?)?$/i

/**
 * Reads dates and times, which remain text. Rejects what no database accepts. A time with a zone is converted to UTC for columns
 * without zones, and the `T` is replaced by a space if the engine needs it. Databases with types would cut the time of a date, or compare
 * with it; only midnight is left out of one.
 */
export function momentReader(values: ValueDialect, field: ValueField): ReadValue {
  const kind = kindOf(field)
  const keepsZone = !values.typedColumns || zoned.test(field.type) || zoned.test(field.dbType ?? '')
  const refuse = (value: unknown) => momentProblem(field, value)
  return (value) => {
    if (typeof value === 'number' && !values.typedColumns) return value
    if (typeof value !== 'string') throw refuse(value)
    const text = value.trim()
    const parts = iso.exec(text)
    if (parts === null) {
      if (!values.isMomentWord(text) && !isOther(text, kind)) throw refuse(value)
      return kind === 'time' && !keepsZone ? clockInUtc(text) : text
    }
    if (kind === 'time' && parts[4] === undefined) throw refuse(value)
    if (!isCalendar(parts)) throw refuse(value)
    if (kind === 'date' && values.typedColumns) return dateAlone(parts, field)
    if (kind !== 'moment' || keepsZone) return text
    return inUtc(parts) ?? values.formatLocalTime(text)
  }
}

function dateAlone([text = '']: readonly (string | undefined)[], field: ValueField): string {
  if (hasTime(text)) throw timeOfDate(field, text)
  return text.slice(0, 10)
}

/** Whether a date has a time of day other than midnight. */
export function hasTime(text: string): boolean {
  return (iso.exec(text)?.slice(4, 8) ?? []).some((part) => Number(part ?? 0) > 0)
}

/** A 400 for a time that a date would lose. */
export const timeOfDate = (field: ValueField, value: unknown): Problem =>
  misfit(field, 'must be a date without a time, such as 2026-11-28', value)

/** A time of day with a zone, as that of UTC; others as they are. */
function clockInUtc(text: string): string {
  const [, hours, minutes, seconds = '00', fraction = '', zone] = clock.exec(text) ?? []
  if (zone === undefined || zone.length > '+00:00'.length) return text
  const day = 24 * 60
  const inDay = (((Number(hours) * 60 + Number(minutes) - offsetMinutes(zone)) % day) + day) % day
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}:${seconds}${fraction}`
}

/** A 400 for a value that is not a date or time. */
export const momentProblem = (field: ValueField, value: unknown): Problem =>
  misfit(field, `must be ${kindOf(field) === 'time' ? 'a time' : 'a date'}`, value)

/**
 * Whether every engine understands a text as the same date or time. Databases compare with anything else as if it were absent, a zero
 * date or a text, so that a filter would match rows that it is meant to hide.
 */
export function isCertainMoment(values: ValueDialect, field: ValueField, input: string): boolean {
  const text = input.trim()
  if (iso.test(text) || values.isMomentWord(text)) return true
  // MySQL's times can be long and negative.
  if (kindOf(field) === 'time' && clock.test(text.replace(/^-?\d{3}:/, '00:').replace(/^-/, ''))) return true
  // Without typed columns, moments may be stored as seconds or days.
  return !values.typedColumns && /^-?\d{1,17}(?:\.\d{1,9})?$/.test(text)
}

type Kind = 'date' | 'time' | 'moment'

function kindOf({ type }: ValueField): Kind {
  if (type === 'date') return 'date'
  return type === 'time' || type === 'timetz' ? 'time' : 'moment'
}

const zoned = /tz|with time zone|offset/i

/** Formats that only the database itself can parse, such as `20 Nov 2026`. */
function isOther(text: string, kind: Kind): boolean {
  const time = clock.exec(text)
  if (time !== null && kind === 'time')
    return Number(time[1]) <= 24 && Number(time[2]) < 60 && Number(time[3] ?? 0) <= 60
  return text.length <= 64 && /\d/.test(text)
}

/** Zero dates are left to MySQL. */
function isCalendar([, year, month, day, hour = '0', minute = '0', second = '0', , zone = 'Z']: readonly (
  | string
  | undefined
)[]): boolean {
  // PostgreSQL accepts the widest range of zones.
  if (Math.abs(offsetMinutes(zone)) >= 16 * 60 || Number(zone.slice(-2)) >= 60) return false
  if (Number(month) === 0 || Number(day) === 0) return Number(day) === 0
  const lastDay = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate()
  return (
    Number(month) <= 12 && Number(day) <= lastDay && Number(hour) <= 24 && Number(minute) < 60 && Number(second) <= 60
  )
}

/** Returns a date and time in UTC as `2026-11-28 10:00:00.5`, without zeros at the end of the fraction; `null` if it is no date. */
export function momentInUtc(text: string): string | null {
  const parts = iso.exec(text)
  if (parts === null || !isCalendar(parts) || parts[3] === '00') return null
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = parts
  const utc = inUtc([text, year, month, day, hour, minute, second, fraction.replace(/\.?0+$/, ''), zone])
  return utc !== null && /^\d{4}-/.test(utc) ? utc : null
}

/** `null` without a zone. */
function inUtc([, year, month, day, hour, minute, second, fraction, zone]: readonly (string | undefined)[]):
  | string
  | null {
  if (zone === undefined || hour === undefined) return null
  const moment = new Date(0)
  moment.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  moment.setUTCHours(Number(hour), Number(minute) - offsetMinutes(zone), Number(second ?? 0))
  return `${moment.toISOString().slice(0, 19).replace('T', ' ')}${fraction ?? ''}`
}

function offsetMinutes(zone: string): number {
  if (/^z$/i.test(zone)) return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || 0)
  return zone.startsWith('-') ? -minutes : minutes
}
