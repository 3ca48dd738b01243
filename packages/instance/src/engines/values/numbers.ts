import { counted } from '@millwright/connector/counted'
import type { ReadValue, ValueDialect, ValueField } from '@millwright/connector/engine/engine'
import type { BoundValue } from '@millwright/connector/engine/statement'
import { misfit } from '@millwright/connector/engine/values/field-problem'
import type { Typed } from '@millwright/connector/engine/values/value-family'
import { ExactNumber } from '@millwright/contract/wire/exact-json'

/** Integers of any length; rejects those outside of the column's range before the database does. */
export function integerReader(values: ValueDialect, field: ValueField): ReadValue {
  const [least, most] = rangeOf(values, field.dbType?.toLowerCase() ?? '')
  const refuse = (value: unknown) => misfit(field, `must be a whole number between ${least} and ${most}`, value)
  const lowest = Number(least)
  const highest = Number(most)
  return (value) => {
    if (typeof value === 'number' && Number.isSafeInteger(value)) {
      if (value < lowest || value > highest) throw refuse(value)
      return value
    }
    if (typeof value === 'boolean') return value ? 1 : 0
    const digits = wholeDigits(numberText(value))
    if (digits === null) throw misfit(field, 'must be a whole number', value)
    const exact = digits.length > 25 ? null : BigInt(digits)
    if (exact === null || exact < least || exact > most) throw refuse(value)
    const plain = Number(exact)
    return Number.isSafeInteger(plain) ? plain : exact
  }
}

/** Decimals as text, which drivers pass on unchanged. */
export function decimalReader(values: ValueDialect, field: ValueField): ReadValue {
  const { precision, scale } = field
  const room = precision === null || !values.typedColumns ? null : precision - (scale ?? 0)
  return (value) => {
    const text = numberText(value) ?? numberWord(values, field, value)
    if (text === null) throw misfit(field, 'must be a number', value)
    if (room !== null && wholePlaces(text) > room) {
      throw misfit(field, `must not have more than ${counted(room, 'digit')} before the decimal point`, text)
    }
    return values.typedColumns ? text : storable(text, field)
  }
}

/** Floating-point numbers, rounded to the nearest double. */
export function floatReader(values: ValueDialect, field: ValueField): ReadValue {
  return (value) => {
    const word = numberWord(values, field, value)
    if (word !== null) return word
    if (!values.typedColumns && typeof value === 'string' && infinite.test(value.trim())) return Number(value)
    const number = typeof value === 'number' ? value : Number(numberText(value) ?? Number.NaN)
    if (!Number.isFinite(number)) throw misfit(field, 'must be a number', value)
    return number
  }
}

const infinite = /^[+-]?Infinity$/

/** A word that this engine accepts as a number; `null` for everything else. */
export function numberWord(values: ValueDialect, { dbType }: Typed, value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 64) return null
  const text = value.trim()
  return numberText(text) === null && values.isNumberWord(text, dbType) ? text : null
}

/** The digits of a number or a numeric text; `null` for everything else. */
function numberText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  if (typeof value === 'bigint') return String(value)
  const text = typeof value === 'string' ? value.trim() : digitsOf(value)
  return text !== null && text.length <= longest && numeric.test(text) ? text : null
}

/** Exact numbers of a JSON body are returned with all their digits. */
function digitsOf(value: unknown): string | null {
  return value instanceof ExactNumber ? value.digits : null
}

/** More digits than the decimals of any engine have. */
const longest = 1_000
const numeric = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,4})?$/i

/** The digits of an integer, however it is written: `5`, `5.0`, `5e3`; `null` for other numbers. */
function wholeDigits(text: string | null): string | null {
  if (text === null) return null
  if (/^[+-]?\d+$/.test(text)) return text.replace('+', '')
  const { negative, whole, fraction } = spelledOut(text)
  return /^0*$/.test(fraction) && whole.length <= 25 ? `${negative ? '-' : ''}${whole}` : null
}

function wholePlaces(text: string): number {
  return spelledOut(text).whole.replace(/^0+/, '').length
}

interface SpelledOut {
  readonly negative: boolean
  readonly whole: string
  readonly fraction: string
}

/** Writes a number without an exponent, truncated to more digits than any engine supports. */
function spelledOut(text: string): SpelledOut {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.')
  const shift = Math.max(-longest, Math.min(longest, Number(exponent)))
  const digits = shift < 0 ? '0'.repeat(-shift) + whole + fraction : whole + fraction.padEnd(shift, '0')
  const point = shift < 0 ? whole.length : whole.length + shift
  return { negative: text.startsWith('-'), whole: digits.slice(0, point) || '0', fraction: digits.slice(point) }
}

/** If decimals are stored as 64-bit integers and doubles, rejects numbers that neither can represent exactly. */
function storable(text: string, field: ValueField): BoundValue {
  const number = Number(text)
  const { negative, whole, fraction } = spelledOut(text)
  const bareFraction = fraction.replace(/0+$/, '')
  if (bareFraction === '') {
    const exact = BigInt(`${negative ? '-' : ''}${whole}`)
    if (exact >= -(2n ** 63n) && exact < 2n ** 63n) return Number.isSafeInteger(number) ? number : exact
  }
  const kept = spelledOut(String(number))
  const same = stripped(kept.whole) === stripped(whole) && kept.fraction.replace(/0+$/, '') === bareFraction
  if (!same || !Number.isFinite(number)) throw misfit(field, 'has more digits than this database can store', text)
  return number
}

const stripped = (whole: string) => whole.replace(/^0+/, '')

type Range = readonly [bigint, bigint]

const sizes: Readonly<Record<string, bigint>> = {
  tinyint: 8n,
  smallint: 16n,
  smallserial: 16n,
  int2: 16n,
  mediumint: 24n,
  int: 32n,
  integer: 32n,
  serial: 32n,
  int4: 32n,
}

/** By the type word, unless the engine overrides it. */
function rangeOf(values: ValueDialect, dbType: string): Range {
  const own = values.integerRange(dbType)
  if (own !== null) return own
  const bits = values.typedColumns ? bitsOf(dbType) : 64n
  return [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n]
}

/** Bits of the integer types that engines share, by type word; 64 for others. */
export function bitsOf(dbType: string): bigint {
  return sizes[/^\w+/.exec(dbType)?.[0] ?? ''] ?? 64n
}
