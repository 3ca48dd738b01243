import type { DatabaseRow } from '@millwright/connector/engine/statement'
import { type Typed, type ValueFamily, valueFamily } from '@millwright/connector/engine/values/value-family'
import { ExactNumber, exactNumber } from '@millwright/contract/wire/exact-json'

/** Converts an engine's value of a field to a value of the wire (docs/wire/tables.md). Never called with null. */
export type WriteValue = (value: unknown) => unknown

/** Returns the writer for values of a field. */
export function valueWriter(field: Typed): WriteValue {
  // PostgreSQL prints amounts of money with their currency, so they are not numbers.
  return field.dbType === 'money' ? asItIs : writers[valueFamily(field)]
}

/** The writer for a computed value, such as a sum. */
export function familyWriter(family: ValueFamily): WriteValue {
  return writers[family]
}

/** Converts rows to the form of the wire, in place. Created once per selection. */
export type WriteRows<Context = void> = (rows: readonly DatabaseRow[], context: Context) => void

/** How a member of a row is written. */
export interface WrittenMember<Context> {
  readonly name: string
  /** The value may depend on members of the row that were written before it, and on the context. */
  readonly write: (value: unknown, row: DatabaseRow, context: Context) => unknown
  /** Whether `write` is also called for null; otherwise null is unchanged. */
  readonly writesNull?: boolean
}

/** The code is generated, like that of `rowShape`, so that each member is accessed directly. */
export function rowsWriter<Context = void>(columns: readonly WrittenMember<Context>[]): WriteRows<Context> {
  if (columns.length === 0) return () => undefined
  const lines = columns.map(({ name, write, writesNull }, position) => {
    const member = `row[${JSON.stringify(name)}]`
    // Most values are texts and small numbers, for which the writers with a shortcut have nothing to do.
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

/** node:sqlite returns the smallest 64-bit integer, and only that one, as a double. */
function integer(value: unknown): unknown {
  return value === leastInteger ? exactNumber('-9223372036854775808') : number(value)
}

const leastInteger = -(2 ** 63)

/** Converts numeric texts to numbers. Other texts are unchanged, as SQLite stores any value in any column. */
function number(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  return typeof value === 'string' ? (readNumber(value) ?? value) : asItIs(value)
}

/** SQLite stores decimals as doubles; small ones are written without an exponent, as by other engines. */
function decimal(value: unknown): unknown {
  if (typeof value !== 'number' || value === 0 || Math.abs(value) >= smallestSpelled) return number(value)
  const [digits = '', places = '0'] = String(Math.abs(value)).split('e-')
  return new ExactNumber(`${value < 0 ? '-' : ''}0.${'0'.repeat(Number(places) - 1)}${digits.replace('.', '')}`)
}

function readNumber(text: string): unknown {
  if (!jsonDigits.test(text)) return null
  const plain = Number(text)
  // Smaller numbers would be written with an exponent.
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

/** Drivers are configured not to parse JSON; a value that was parsed nevertheless is serialized again. */
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
  any: asItIs,
}

/** Conditions under which a writer changes a value. */
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
