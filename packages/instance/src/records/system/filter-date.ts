import { isoMicros, plainSeconds } from '../../platform/clock.ts'

/** The only date that is kept as `YYYY-MM-DD HH:MM:SS`; the others are ISO with microseconds. */
const plainDates = new Set(['last_login_date'])

/**
 * Brings a date of a filter into the form that the column is stored in, so that texts compare as dates do. Less than a day
 * (`2026-11`) and what is not a date at all are compared as texts.
 */
export function readDate(text: string, column: string): string {
  const written = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?\s*$/i.exec(text)
  if (written === null) return text
  const [, day, minutes, seconds, zone] = written
  const ms = Date.parse(`${day}T${minutes ?? '00:00'}${seconds ?? ':00'}${zone ?? 'Z'}`)
  if (Number.isNaN(ms)) return text
  return plainDates.has(column) ? plainSeconds(ms) : isoMicros(ms)
}
