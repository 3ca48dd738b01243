import { counted } from '@millwright/connector/counted'
import type { ReadValue, ValueDialect, ValueField } from '@millwright/connector/engine/engine'
import type { BoundValue } from '@millwright/connector/engine/statement'
import { misfit } from '@millwright/connector/engine/values/field-problem'
import { valueFamily } from '@millwright/connector/engine/values/value-family'
import { isNo, isYes } from '@millwright/connector/request'
import { ExactNumber, stringifyExact } from '@millwright/contract/wire/exact-json'
import { isLonger } from '../../platform/plain-text.ts'
import { momentReader } from './moments.ts'
import { decimalReader, floatReader, integerReader } from './numbers.ts'

/**
 * Returns the reader for values of a field (docs/wire/table-writes.md), created once per table. Integers, decimals and dates keep
 * every digit, or are rejected if the engine could not store them.
 */
export function valueReader(values: ValueDialect, field: ValueField): ReadValue {
  const read = values.reader(field, familyReader(values, field))
  return (value) => (value === null || value === undefined ? null : read(value))
}

/** The reader for values other than null. An empty text means null if it cannot be a value of the field. */
function familyReader(values: ValueDialect, field: ValueField): ReadValue {
  switch (valueFamily(field)) {
    case 'integer':
      return orEmpty(integerReader(values, field))
    case 'boolean':
      return orEmpty(booleanReader(values, field))
    case 'decimal':
      return orEmpty(decimalReader(values, field))
    case 'float':
      return orEmpty(floatReader(values, field))
    case 'moment':
      return orEmpty(momentReader(values, field))
    case 'binary':
      return (value) => readBinary(value, field)
    case 'json':
      return (value) => readJson(value, field)
    case 'array':
      return readArray
    case 'text':
      return textReader(values, field)
    case 'any':
      return readAny
  }
}

const orEmpty =
  (read: ReadValue): ReadValue =>
  (value) =>
    isEmpty(value) ? null : read(value)

function isEmpty(value: unknown): boolean {
  return (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
}

function booleanReader(values: ValueDialect, field: ValueField): ReadValue {
  const [yes, not] = values.booleans(field.dbType ?? '')
  return (value) => {
    if (value === true || value === 1 || value === 1n) return yes
    if (value === false || value === 0 || value === 0n) return not
    if (typeof value === 'string') {
      if (isYes(value)) return yes
      if (isNo(value)) return not
    }
    throw misfit(field, 'must be true or false', value)
  }
}

/**
 * Reads texts as they are, numbers and booleans as text. Arrays and objects become JSON if the column has no length. Rejects a
 * text longer than its column if the engine would reject it without naming the column.
 */
function textReader(values: ValueDialect, field: ValueField): ReadValue {
  const most = boundOf(values, field)
  const takesJson = field.type !== 'string' && field.type !== 'uuid' && field.type !== 'timeuuid'
  return (value) => {
    if (Array.isArray(value) && value.length === 0) return null
    if (typeof value === 'object' && !(value instanceof ExactNumber) && !takesJson)
      throw misfit(field, 'must be a text', value)
    const text = typeof value === 'string' ? value : stringifyExact(value)
    if (most !== null && isLonger(text, most)) {
      throw misfit(field, `must not have more than ${counted(most, 'character')}`, text)
    }
    return text
  }
}

/** A text must already be JSON; other values are serialized. */
function readJson(value: unknown, field: ValueField): string {
  if (typeof value !== 'string') return stringifyExact(value)
  try {
    JSON.parse(value)
  } catch {
    throw misfit(field, 'must be JSON', value)
  }
  return value
}

/** A value of a column without a type, which keeps numbers as numbers and texts as texts. */
function readAny(value: unknown): BoundValue {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Uint8Array) return value
  if (!(value instanceof ExactNumber)) return stringifyExact(value)
  const { digits } = value
  const fits = /^-?\d{1,19}$/.test(digits) && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits)
  return fits ? BigInt(digits) : digits
}

/** PostgreSQL's array syntax, `{1,"a b",NULL}`; a text must already have it. */
function readArray(value: unknown): BoundValue {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? arrayText(value) : stringifyExact(value)
}

/** Base64 or Base64url. */
function readBinary(value: unknown, field: ValueField): BoundValue {
  if (value instanceof Uint8Array) return value
  if (typeof value !== 'string') throw misfit(field, 'must be Base64', value)
  const text = /\s/.test(value) ? value.replace(/\s+/g, '') : value
  const letters = text.replace(/={1,2}$/, '')
  if (letters.length % 4 === 1 || /[^A-Za-z0-9+/_-]/.test(letters)) {
    throw misfit(field, 'must be Base64', value)
  }
  return Buffer.from(letters, 'base64')
}

function arrayText(items: readonly unknown[]): string {
  return `{${items.map(itemText).join(',')}}`
}

function itemText(item: unknown): string {
  if (item === null || item === undefined) return 'NULL'
  if (Array.isArray(item)) return arrayText(item)
  const text = typeof item === 'string' ? item : stringifyExact(item)
  return `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`
}

function boundOf(values: ValueDialect, { type, length, dbType }: ValueField): number | null {
  if (!values.typedColumns || type !== 'string' || length === null || length < 1) return null
  return values.countsCharacters(dbType ?? '') ? length : null
}
