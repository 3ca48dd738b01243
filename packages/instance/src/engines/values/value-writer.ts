import { ExactNumber, exactNumber } from '@millwright/contract/wire/exact-json'
import type { DatabaseRow } from '../statement.ts'
import { type Typed, type ValueFamily, valueFamily } from './value-family.ts'

/** Turns what an engine answers for a field into a value of the wire (docs/wire/tables.md). Null never comes. */
export type WriteValue = (value: unknown) => unknown

/** How values of a field are answered. */
export function valueWriter(field: Typed): WriteValue {
  // PostgreSQL prints amounts with their currency, which is no number.
  return field.dbType === 'money' ? asItIs : writers[valueFamily(field)]
}

/** A value of a selection that is not a field, such as a sum. */
export function familyWriter(family: ValueFamily): WriteValue {
  return writers[family]
}

/** Brings rows into the form of the wire, in place; made once for each selection. */
export type WriteRows<Context = void> = (rows: readonly DatabaseRow[], context: Context) => void

/** How a member of a row is written. */
export interface WrittenMember<Context> {
  readonly name: string
  /** A value may depend on the members of its row that were written before it, and on what the reader knows. */
  readonly write: (value: unknown, row: DatabaseRow, context: Context) => unknown
  /** Null is written too; absent: it stays. */
  readonly writesNull?: boolean
}

/** The text is generated, as that of `rowShape`, so that each member is read and written where it stands. */
export function rowsWriter<Context = void>(columns: readonly WrittenMember<Context>[]): WriteRows<Context> {
  if (columns.length === 0) return () => undefined
  const lines = columns.map(({ name, write, writesNull }, position) => {
    const member = `row[${JSON.stringify(name)}]`
    // Most values are texts and small numbers, which are the same on the wire in all families that have this shortcut.
    const changes = shortcuts.get(write) ?? (writesNull ? 'true' : 'value !== null')
    return `value = ${member}; if (${changes}) ${member} = write${position}(value, row, context)`
  })
  const names = columns.map((_, position) => `write${position}`)
  const make = new Function(
    ...names,
    `return (rows, context) => { let value; for (const row of rows) { ${lines.join('\n')} } }`,
  ) as (...writes: WrittenMember<Context>['write'][]) => WriteRows<Context>
  return make(...columns.map(({ write }) => write))
}

function asItIs(value: unknown): unknown {
  if (typeof value === 'bigint') return exactNumber(String(value))
  if (value instanceof Uint8Array) return base64(value)
  return value instanceof Date ? value.toISOString() : value
}

/** node:sqlite gives the least integer of all as a double, and only that one. */
function integer(value: unknown): unknown {
  return value === leastInteger ? exactNumber('-9223372036854775808') : number(value)
}

const leastInteger = -(2 ** 63)

/** Texts that say a number; what is no number stays as it is, as SQLite keeps anything in any column. */
function number(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return typeof value === 'string' ? (readNumber(value) ?? value) : asItIs(value)
}

/** SQLite keeps decimals as doubles; small ones are spelled out, as others write them. */
function decimal(value: unknown): unknown {
  if (typeof value !== 'number' || value === 0 || Math.abs(value) >= smallestSpelled) return number(value)
  const [digits = '', places = '0'] = String(Math.abs(value)).split('e-')
  return new ExactNumber(`${value < 0 ? '-' : ''}0.${'0'.repeat(Number(places) - 1)}${digits.replace('.', '')}`)
}

function readNumber(text: string): unknown {
  if (!jsonDigits.test(text)) return null
  const plain = Number(text)
  // Smaller ones would be written with an exponent.
  if (plain !== 0 && plain < smallestSpelled && plain > -smallestSpelled) return new ExactNumber(text)
  return text.length <= 15 ? plain : exactNumber(text)
}

const smallestSpelled = 0.000001

const jsonDigits = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

function boolean(value: unknown): unknown {
  if (typeof value === 'number') return value !== 0
  if (typeof value === 'bigint') return value !== 0n
  if (typeof value === 'string') return /^(?:1|t|true|y|yes|on)$/i.test(value.trim())
  return value instanceof Uint8Array ? value.some((byte) => byte !== 0) : value
}

function binary(value: unknown): unknown {
  if (value instanceof Uint8Array) return base64(value)
  return typeof value === 'string' ? Buffer.from(value).toString('base64') : asItIs(value)
}

/** Drivers that read JSON themselves are asked not to; a value that came read is written again. */
function json(value: unknown): unknown {
  if (value instanceof Uint8Array || typeof value !== 'object') return asItIs(value)
  return JSON.stringify(value)
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

const writers: Readonly<Record<ValueFamily, WriteValue>> = {
  integer,
  decimal,
  float: number,
  boolean,
  binary,
  json,
  array: json,
  moment: asItIs,
  text: asItIs,
}

/** Conditions on a value under which its writer has something to do. */
const shortcuts: ReadonlyMap<unknown, string> = new Map<WriteValue, string>([
  [asItIs, "value !== null && typeof value !== 'string' && typeof value !== 'number'"],
  [number, "value !== null && (typeof value !== 'number' || value - value !== 0)"],
  [integer, "value !== null && (typeof value !== 'number' || value - value !== 0 || value <= -9007199254740992)"],
  [
    decimal,
    "value !== null && (typeof value !== 'number' || value - value !== 0 || (value < 0.000001 && value > -0.000001))",
  ],
  [boolean, "value !== null && typeof value !== 'boolean'"],
  [json, "value !== null && typeof value !== 'string'"],
])
