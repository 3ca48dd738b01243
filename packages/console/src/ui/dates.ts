import { distance, date as formatDate } from '../language/format.ts'
import { t } from './messages.ts'

/** Dates come as ISO with microseconds and `Z`, or as `YYYY-MM-DD HH:MM:SS` in UTC. Null when it is neither. */
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

/** How long ago, or how long from now; `just now` below a minute. */
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

/** `milliseconds` until then; rounded up, so that nothing is said to be due before it is. */
export function timeUntil(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds <= 0) return t.now
  for (const [unit, size] of ahead) if (seconds >= size) return distance(Math.round(seconds / size), unit, 'always')
  return t.now
}

/** Day and time, to the second, as people write it where they are. */
export function exactTime(date: Date): string {
  return formatDate(date, { dateStyle: 'medium', timeStyle: 'medium' })
}

/** The time of a day that is plain from what stands around it. */
export function clockTime(time: Date | number): string {
  return formatDate(time, { timeStyle: 'medium' })
}
