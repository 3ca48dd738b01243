import { dateWords } from '../language/date-words.ts'
import { distance } from '../language/format.ts'
import { t } from './messages.ts'

/*
 * What is shown where: lists, notes and sentences say how long ago something was, with the exact time on hover (`RelativeDate`); what is yet
 * to come and counts down says when it is due (`timeUntil`); details, and what is compared by its time, have the exact time. All other forms
 * are in `dateWords`, durations in `durationWords`.
 */

/** Parses a wire date: ISO with microseconds and `Z`, or `YYYY-MM-DD HH:MM:SS` in UTC. Returns `null` if it is neither. */
export function parseWireDate(text: string): Date | null {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/.exec(text.trim())
  if (!match) return null
  const [, day, time, fraction, zone] = match
  const date = new Date(`${day}T${time}${(fraction ?? '').slice(0, 4)}${zone ?? 'Z'}`)
  return Number.isNaN(date.getTime()) ? null : date
}

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** Relative time in the past or future; `just now` below a minute. */
export function relativeTime(date: Date, now: Date): string {
  const seconds = (date.getTime() - now.getTime()) / 1000
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return distance(Math.trunc(seconds / size), unit, 'auto')
  return t.justNow
}

const ahead: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** Relative time of a moment in `milliseconds`; rounded up, so that nothing appears due early. */
export function timeUntil(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds <= 0) return t.now
  for (const [unit, size] of ahead) if (seconds >= size) return distance(Math.round(seconds / size), unit, 'always')
  return t.now
}

/** Date and time to the second. */
export function exactTime(date: Date): string {
  return dateWords(date, 'exact')
}

/** A wire date to the second; any other text as it is. */
export function exactWireTime(text: string): string {
  const date = parseWireDate(text)
  return date === null ? text : exactTime(date)
}

/** A moment as the value of a native control for date and time, in local time: `2026-11-23T14:05`. */
export function localMoment(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
