import { commonValues } from '@millwright/connector/engine/common-dialect'
import type { ValueDialect } from '@millwright/connector/engine/engine'
import type { BoundValue } from '@millwright/connector/engine/statement'

/** One column of a result, from `rowType`. */
export interface ResultColumn {
  readonly name: string
  readonly type: string
  readonly scale: number
}

interface Binding {
  readonly type: 'FIXED' | 'REAL' | 'TEXT' | 'BOOLEAN' | 'BINARY'
  readonly value: string | null
}

/** Bindings of the SQL API, by position from 1. Texts are converted to the type of their column. */
export function bindings(values: readonly BoundValue[]): Record<string, Binding> {
  return Object.fromEntries(values.map((value, index) => [String(index + 1), binding(value)]))
}

function binding(value: BoundValue): Binding {
  if (value === null) return { type: 'TEXT', value: null }
  if (typeof value === 'boolean') return { type: 'BOOLEAN', value: String(value) }
  if (typeof value === 'string') return { type: 'TEXT', value }
  if (value instanceof Uint8Array) return { type: 'BINARY', value: Buffer.from(value).toString('hex') }
  return { type: typeof value === 'bigint' || Number.isInteger(value) ? 'FIXED' : 'REAL', value: String(value) }
}

/** Converts a cell of a result, which the SQL API returns as text, to the value in a row. */
export function snowflakeValue(cell: unknown, { type, scale }: Pick<ResultColumn, 'type' | 'scale'>): unknown {
  if (cell === null || typeof cell !== 'string') return cell ?? null
  switch (type) {
    case 'fixed':
      return scale > 0 ? cell : integer(cell)
    case 'real':
      return Number.isFinite(Number(cell)) ? Number(cell) : cell
    case 'boolean':
      return cell === 'true' || cell === '1'
    case 'binary':
      return Buffer.from(cell, 'hex')
    case 'date':
      return new Date(Number(cell) * 86_400_000).toISOString().slice(0, 10)
    case 'time':
      return clock(cell).slice(11)
    case 'timestamp_ntz':
      return clock(cell)
    case 'timestamp_ltz':
      return `${clock(cell)}+00:00`
    case 'timestamp_tz':
      return zoned(cell)
    default:
      return cell
  }
}

function integer(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) || !/^[+-]?\d+$/.test(text) ? value : BigInt(text)
}

/** Formats seconds since 1970 with their fraction, as in `2024-02-29 10:00:00.5`. */
function clock(seconds: string, minutes = 0): string {
  const [whole = '0', fraction = ''] = seconds.split('.')
  const digits = fraction.replace(/0+$/, '')
  // Before 1970, the fraction is subtracted.
  const before = seconds.startsWith('-') && digits !== ''
  const second = Number(whole) - (before ? 1 : 0)
  const shown = before ? complement(digits) : digits
  const date = new Date((second + minutes * 60) * 1000)
  if (Number.isNaN(date.getTime())) return seconds
  const text = date.toISOString().replace('T', ' ').slice(0, -5)
  return shown === '' ? text : `${text}.${shown}`
}

function complement(digits: string): string {
  return String(10n ** BigInt(digits.length) - BigInt(digits)).padStart(digits.length, '0')
}

/** `1616173619.000000000 960`: the second number is the offset from UTC in minutes, plus 1440. */
function zoned(cell: string): string {
  const [seconds = '', distance = '1440'] = cell.split(' ')
  const minutes = Number(distance) - 1440
  const size = Math.abs(minutes)
  const zone = `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
  return `${clock(seconds, minutes)}${zone}`
}

const pad = (number: number): string => String(number).padStart(2, '0')

export const snowflakeValues: ValueDialect = {
  ...commonValues,
  integerRange(dbType) {
    const precision = /^NUMBER\((\d+),0\)$/i.exec(dbType)?.[1]
    if (precision === undefined) return null
    const most = 10n ** BigInt(precision) - 1n
    return [-most, most]
  },
  beyondIntegers: 10n ** 38n,
  isNumberWord: (text, dbType) => /^float/i.test(dbType ?? '') && /^(?:nan|[+-]?inf(?:inity)?)$/i.test(text),
  booleans: () => [true, false],
}
