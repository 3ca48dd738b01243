import { day, type Timeline } from './chart-layout.ts'

const whole = new Intl.NumberFormat()
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const fraction = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 })
const three = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 })
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })
const finePercent = new Intl.NumberFormat(undefined, { style: 'percent', maximumSignificantDigits: 2 })

/** `10,345,678`. */
export function wholeNumber(value: number): string {
  return whole.format(value)
}

/** `10.3M`, `12K`, `987`. */
export function shortNumber(value: number): string {
  return short.format(value)
}

/** Milliseconds as people say them: `0.4 ms`, `12 ms`, `1.31 s`, `2.5 min`. */
export function durationWords(milliseconds: number): string {
  if (milliseconds >= 60_000) return `${fraction.format(milliseconds / 60_000)} min`
  if (milliseconds >= 1000) return `${three.format(milliseconds / 1000)} s`
  if (milliseconds >= 10) return `${whole.format(Math.round(milliseconds))} ms`
  return `${fraction.format(milliseconds)} ms`
}

/** `512 B`, `1.2 MB`. */
export function byteWords(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const at = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${three.format(bytes / 1000 ** at)} ${units[at]}`
}

/** A share of a whole: `0.02%`, `12%`; nothing of nothing is none. */
export function shareWords(part: number, all: number): string {
  if (part === 0 || all === 0) return percent.format(0)
  const share = part / all
  return share < 0.1 ? finePercent.format(share) : percent.format(share)
}

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const date = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' })
const utcDate = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat(undefined, { month: 'short', year: '2-digit', timeZone: 'UTC' })
const shortDate = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const shortUtcDate = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A step as people say it: `Mon, Nov 23, 14:00 – 15:00`, the day or the month alone. */
export function stepWords({ step }: Pick<Timeline, 'step'>, start: number): string {
  if (step > day) return month.format(start)
  if (step === day) return utcDate.format(start)
  const end = start + step
  return step <= 60_000
    ? `${date.format(start)}, ${clock.format(start)}`
    : `${date.format(start)}, ${clock.format(start)} – ${clock.format(end)}`
}

/** A moment at the axis: the time of the day, at midnight the day. */
export function tickWords({ step }: Pick<Timeline, 'step'>, time: number): string {
  if (step > day) return shortMonth.format(time)
  if (step === day) return shortUtcDate.format(time)
  const at = new Date(time)
  return at.getHours() === 0 && at.getMinutes() === 0 ? shortDate.format(at) : clock.format(at)
}
