import { dateIn } from '../../../language/date-words.ts'
import { number } from '../../../language/format.ts'
import { t } from './messages.ts'

/** Milliseconds per day. */
export const day = 86_400_000

/** `10,345,678`. */
export function wholeNumber(value: number): string {
  return number(value)
}

/** `10.3M`, `12K`, `987`. */
export function shortNumber(value: number): string {
  return number(value, { notation: 'compact', maximumFractionDigits: 1 })
}

/** A percentage: `0.02%`, `12%`; 0% if the total is zero. */
export function shareWords(part: number, all: number): string {
  if (part === 0 || all === 0) return percent(0)
  const share = part / all
  return share < 0.1 ? number(share, { style: 'percent', maximumSignificantDigits: 2 }) : percent(share)
}

const percent = (share: number) => number(share, { style: 'percent', maximumFractionDigits: 0 })

/** Something divided into steps, with their length in milliseconds. */
interface Stepped {
  readonly step: number
}

const timeZone = 'UTC'

/** Steps of a day or more begin in UTC, shorter ones are in the reader's time zone. The shorter forms are for the axis. */
const forms = {
  month: { month: 'long', year: 'numeric', timeZone },
  shortMonth: { month: 'short', year: '2-digit', timeZone },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  shortDay: { day: 'numeric', month: 'short' },
  clock: { hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const clock = (time: number) => dateIn(forms.clock, time)

/** A step as text: `Mon, Nov 23, 14:00 – 15:00`, or only the day or month. */
export function stepWords({ step }: Stepped, start: number): string {
  if (step > day) return dateIn(forms.month, start)
  if (step === day) return dateIn({ ...forms.day, timeZone }, start)
  const date = dateIn(forms.day, start)
  const end = start + step
  return step <= 60_000
    ? t.dayAndTime({ day: date, time: clock(start) })
    : t.dayAndTimes({ day: date, from: clock(start), to: clock(end) })
}

/** The label of a tick: time of day, or the day at midnight. */
export function tickWords({ step }: Stepped, time: number): string {
  if (step > day) return dateIn(forms.shortMonth, time)
  if (step === day) return dateIn({ ...forms.shortDay, timeZone }, time)
  const at = new Date(time)
  return at.getHours() === 0 && at.getMinutes() === 0 ? dateIn(forms.shortDay, time) : clock(time)
}
