import type { StoredMoments } from '@millwright/connector/engine/catalog'
import type { MomentComparison, ReadValue, ValueField } from '@millwright/connector/engine/engine'
import type { BoundValue } from '@millwright/connector/engine/statement'
import { misfit } from '@millwright/connector/engine/values/field-problem'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { hasTime, momentInUtc, timeOfDate } from '../values/moments.ts'

/** SQL functions that connections define: the first two return what cannot be read as it is, the others as null. */
export const momentFunctions: Readonly<Record<string, (value: unknown) => unknown>> = {
  millwright_date: (value) => sortableMoment(value, 'date') ?? value,
  millwright_moment: (value) => sortableMoment(value, 'moment') ?? value,
  millwright_date_or_null: (value) => sortableMoment(value, 'date'),
  millwright_moment_or_null: (value) => sortableMoment(value, 'moment'),
}

export const sqliteMoments: MomentComparison = {
  sortable(expression, type) {
    const kind = kindOfMoments(type)
    if (kind === null) return null
    // Values in the form of this instance need no function.
    return kind === 'date'
      ? `CASE WHEN ${expression} GLOB '????-??-??' THEN ${expression} ELSE millwright_date(${expression}) END`
      : `CASE WHEN ${expression} GLOB '????-??-?? ??:??:??' THEN ${expression} ELSE millwright_moment(${expression}) END`
  },
  comparable(expression, type) {
    const kind = kindOfMoments(type)
    if (kind === null) return null
    // SQLite's own function is faster; it returns only what is a date in the form of this instance unchanged.
    const own = kind === 'date' ? 'date' : 'datetime'
    return `CASE WHEN ${own}(${expression}) = ${expression} THEN ${expression} ELSE millwright_${kind}_or_null(${expression}) END`
  },
  // Texts in any zone start with a date that is at most a day away, and numbers are less than every text.
  near(column, operator, value, bind) {
    const time = Date.parse(`${String(value).slice(0, 10)}T00:00:00Z`)
    if (Number.isNaN(time)) return null
    const from = () => `${column} >= ${bind(dateOf(time - day))}`
    const to = () => `${column} < ${bind(dateOf(time + 2 * day))}`
    if (operator === '<' || operator === '<=') return to()
    if (operator === '>' || operator === '>=') return `(${from()} OR ${column} < '')`
    return operator === '=' ? `((${from()} AND ${to()}) OR ${column} < '')` : null
  },
}

/** Of a time after the year 9999, in which texts of dates have a sign, a text after those of all dates. */
function dateOf(time: number): string {
  const text = new Date(time).toISOString()
  return text.startsWith('+') ? '~' : text.slice(0, 10)
}

/** Whether a column has dates only, or dates with times. */
type Kind = 'date' | 'moment'

/** How columns that this instance creates store dates and times: sorted as texts, `2026-11-28 10:00:00` in UTC. */
export const ownMoments: StoredMoments = { form: 'text', separator: ' ', zone: '', digits: null, isMixed: false }

/** Returns the kind of a column with dates; `null` for times of day and everything else. */
export function kindOfMoments(type: string): Kind | null {
  if (type === 'date') return 'date'
  return /^(?:datetime|timestamp)/.test(type) ? 'moment' : null
}

/**
 * Returns a date with its time in UTC, as `2026-11-28 10:00:00` with the fraction that it has, so that such texts sort by time; of a
 * kind `date` the date alone, as written. Numbers are seconds or milliseconds since 1970 or Julian days, which their size tells apart.
 * `null`: it is no date.
 */
export function sortableMoment(value: unknown, kind: Kind): string | null {
  if (typeof value === 'string') {
    const text = value.trim()
    const utc = momentInUtc(text)
    return utc !== null && kind === 'date' ? text.slice(0, 10) : utc
  }
  if (typeof value !== 'number' && typeof value !== 'bigint') return null
  const time = new Date(millisecondsOf(Number(value)))
  const year = Number.isNaN(time.getTime()) ? -1 : time.getUTCFullYear()
  if (year < 0 || year > 9999) return null
  const utc = momentInUtc(time.toISOString())
  return kind === 'date' ? (utc?.slice(0, 10) ?? null) : utc
}

const julianOfEpoch = 2440587.5
const day = 86_400_000

function millisecondsOf(number: number): number {
  const form = formOfNumber(number)
  if (form === 'julian') return Math.round((number - julianOfEpoch) * day)
  return form === 'seconds' ? number * 1000 : number
}

/** From the year 1 on, Julian days are numbers that as seconds would be days of early 1970; 10^11 seconds are the year 5138. */
function formOfNumber(number: number): 'seconds' | 'milliseconds' | 'julian' {
  if (number >= 1_721_060 && number < 5_373_485) return 'julian'
  return Math.abs(number) < 1e11 ? 'seconds' : 'milliseconds'
}

/** Reads dates to the form of their column. */
export function sqliteMomentReader(field: ValueField, kind: Kind): ReadValue {
  const stored =
    field.moments ??
    (/tz|with time zone/i.test(`${field.type} ${field.dbType}`) ? { ...ownMoments, zone: '+00:00' } : ownMoments)
  return (value) => {
    if (typeof value === 'string' && value.trim() === '') return null
    if (Array.isArray(value) && value.length === 0) return null
    const number = value instanceof ExactNumber ? Number(value.digits) : value
    const isNumber = typeof number === 'string' && /^-?\d{5,15}(?:\.\d{1,9})?$/.test(number.trim())
    const utc = sortableMoment(isNumber ? Number(number) : number, kind)
    if (utc === null) throw misfit(field, 'must be a date', number)
    if (kind === 'date' && typeof number === 'string' && hasTime(number.trim())) throw timeOfDate(field, number)
    return spelled(utc, kind, stored)
  }
}

function spelled(utc: string, kind: Kind, { form, separator, zone, digits }: StoredMoments): BoundValue {
  const [date = '', time = '00:00:00'] = utc.split(' ')
  if (form !== 'text') {
    const milliseconds = Date.parse(`${date}T${time.slice(0, 8)}Z`) + Number(`0${time.slice(8)}`) * 1000
    if (form === 'julian') return milliseconds / day + julianOfEpoch
    return form === 'seconds' ? milliseconds / 1000 : milliseconds
  }
  if (kind === 'date' && separator === ' ') return date
  const fraction = time.slice(9)
  const padded = digits === null ? fraction : fraction.padEnd(digits, '0')
  return `${date}${separator}${time.slice(0, 8)}${padded === '' ? '' : `.${padded}`}${zone}`
}

const shape = /^\d{4}-\d\d-\d\d([ T])\d\d:\d\d:\d\d(?:\.(\d{1,9}))?(Z|\+00:00)?$/

/** Recognizes the form in which most of these values of a column are stored, and whether some differ from it. */
export function storedMoments(values: readonly unknown[], kind: Kind): StoredMoments | undefined {
  const found = new Map<string, { readonly like: StoredMoments; count: number }>()
  for (const value of values) {
    const like = formOf(value, kind)
    if (like === null) continue
    const key = JSON.stringify(like)
    const same = found.get(key)
    if (same === undefined) found.set(key, { like, count: 1 })
    else same.count += 1
  }
  const [first, ...others] = [...found.values()].sort((a, b) => b.count - a.count)
  if (first === undefined) return undefined
  return others.length === 0 ? first.like : { ...first.like, isMixed: true }
}

function formOf(value: unknown, kind: Kind): StoredMoments | null {
  if (typeof value === 'number' || typeof value === 'bigint')
    return { ...ownMoments, form: formOfNumber(Number(value)) }
  if (typeof value !== 'string') return null
  if (kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)) return ownMoments
  const [, separator, fraction = '', zone = ''] = shape.exec(value) ?? []
  if (separator !== ' ' && separator !== 'T') return { ...ownMoments, isMixed: true }
  const isOwn = separator === ' ' && !fraction.endsWith('0')
  const digits = isOwn ? null : fraction.length
  return {
    form: 'text',
    separator,
    zone: zone === 'Z' || zone === '+00:00' ? zone : '',
    digits,
    isMixed: kind === 'date',
  }
}
