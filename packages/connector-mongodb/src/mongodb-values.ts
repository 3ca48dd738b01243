import type { Document } from '@millwright/connector/documents/document-database'
import { Problem } from '@millwright/contract/problem'
import { ExactNumber, exactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import { driver } from './driver.ts'

const { Binary, BSON, Decimal128, Double, Int32, Long, ObjectId } = driver

/** Converts a database value to its JSON form (docs/wire/documents.md). */
export function toJsonValue(value: unknown): unknown {
  if (value === null || typeof value !== 'object')
    return typeof value === 'bigint' ? exactNumber(String(value)) : (value ?? null)
  if (Array.isArray(value)) return value.map(toJsonValue)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof ObjectId) return value.toHexString()
  if (value instanceof Long) return exactNumber(value.toString())
  if (value instanceof Int32 || value instanceof Double) return toJsonValue(value.value)
  if (value instanceof Decimal128) return decimal(value.toString())
  if (value instanceof Binary)
    return value.sub_type === 4 ? value.toUUID().toString() : Buffer.from(value.buffer).toString('base64')
  if ('_bsontype' in value || value instanceof RegExp) return BSON.EJSON.serialize(value, { relaxed: true })
  return toJsonDocument(value)
}

export function toJsonDocument(document: object): Document {
  return Object.fromEntries(Object.entries(document).map(([name, value]) => [name, toJsonValue(value)]))
}

const decimal = (text: string) => (/^-?\d+(?:\.\d+)?(?:E[+-]?\d+)?$/.test(text) ? exactNumber(text) : text)

/** Converts a value from a request for the database. If it can be read as the type of `before`, the stored value, it keeps that type. */
export function toBsonValue(value: unknown, before?: unknown): unknown {
  if (value instanceof ExactNumber)
    return /^-?\d{1,19}$/.test(value.digits) ? Long.fromString(value.digits) : Decimal128.fromString(value.digits)
  const kept = before === undefined || before === null ? undefined : convertToTypeOf(value, before)
  if (kept !== undefined) return kept
  if (Array.isArray(value))
    return value.map((each, at) => toBsonValue(each, Array.isArray(before) ? before[at] : undefined))
  if (!isRecord(value)) return value
  const [name, ...more] = Object.keys(value)
  if (more.length === 0 && name?.startsWith('$')) return extendedValue(value)
  const inside = isRecord(before) ? before : {}
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toBsonValue(each, inside[key])]))
}

/** Converts `value` to the type of `before`, or returns undefined if it cannot be read as that type. */
function convertToTypeOf(value: unknown, before: unknown): unknown {
  if (before instanceof Date && typeof value === 'string' && isMoment(value)) return new Date(value)
  if (before instanceof ObjectId && typeof value === 'string' && isHexId(value))
    return ObjectId.createFromHexString(value)
  if (
    before instanceof Decimal128 &&
    (typeof value === 'number' || (typeof value === 'string' && /^-?\d+(?:\.\d+)?$/.test(value)))
  ) {
    return Decimal128.fromString(String(value))
  }
  if (before instanceof Binary && typeof value === 'string' && toJsonValue(before) === value) return before
  return undefined
}

function extendedValue(value: object): unknown {
  try {
    return BSON.EJSON.deserialize(value)
  } catch (error) {
    throw new Problem(400, `The value ${JSON.stringify(value).slice(0, 100)} cannot be read.`, { cause: error })
  }
}

export const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text) &&
  !Number.isNaN(Date.parse(text))
export const isHexId = (text: string): boolean => /^[0-9a-f]{24}$/i.test(text)
