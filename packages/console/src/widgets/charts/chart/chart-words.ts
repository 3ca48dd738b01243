import { date, number } from '../../../language/format.ts'
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

const clock = (time: number) => date(time, { hour: 'numeric', minute: '2-digit' })
const dayOf = (time: number, timeZone?: 'UTC') =>
  date(time, { weekday: 'short', day: 'numeric', month: 'short', timeZone })
const shortDay = (time: number, timeZone?: 'UTC') => date(time, { day: 'numeric', month: 'short', timeZone })

/** A step as text: `Mon, Nov 23, 14:00 – 15:00`, or only the day or month. */
export function stepWords({ step }: Stepped, start: number): string {
  if (step > day) return date(start, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  if (step === day) return dayOf(start, 'UTC')
  const end = start + step
  return step <= 60_000
    ? t.dayAndTime({ day: dayOf(start), time: clock(start) })
    : t.dayAndTimes({ day: dayOf(start), from: clock(start), to: clock(end) })
}

/** The label of a tick: time of day, or the day at midnight. */
export function tickWords({ step }: Stepped, time: number): string {
  if (step > day) return date(time, { month: 'short', year: '2-digit', timeZone: 'UTC' })
  if (step === day) return shortDay(time, 'UTC')
  const at = new Date(time)
  return at.getHours() === 0 && at.getMinutes() === 0 ? shortDay(time) : clock(time)
}
