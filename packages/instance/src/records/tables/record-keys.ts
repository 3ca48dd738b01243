import type { Engine } from '@millwright/connector/engine/engine'
import type { BoundValue } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { isIdentifier, noIdentifier } from '../../request/body.ts'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import { namesOf } from '../names.ts'
import { comparedValue } from './described-model.ts'
import { namedField } from './named-fields.ts'

/** Returns the fields that identify records: those named by `id_field`, else the primary key. Throws 400 if there are none. */
export function keyFields(table: DescribedTable, idField: string | undefined): readonly DescribedField[] {
  const named = namesOf(idField).map((name) => namedField(table, name, 'id_field'))
  const fields = named.length > 0 ? named : table.primaryKey
  if (fields.length > 0) return fields
  throw new Problem(
    400,
    `'${table.apiName}' has no primary key: name the fields that tell its records apart in 'id_field'.`,
  )
}

/**
 * Parses an id from the wire into values of its fields; returns `null` if no record can have it. A composite id must be an object.
 */
export function readRecordKey(engine: Engine, fields: readonly DescribedField[], rawKey: unknown): BoundValue[] | null {
  if (fields.length > 1 && (!isRecord(rawKey) || isIdentifier(rawKey))) {
    const names = fields.map(({ apiName }) => `"${apiName}":…`).join(',')
    throw new Problem(400, `The key has several fields: send each identifier as an object {${names}} in the body.`)
  }
  const values: BoundValue[] = []
  for (const field of fields) {
    const value = isRecord(rawKey) && !isIdentifier(rawKey) ? rawKey[field.apiName] : rawKey
    const isNone = typeof value === 'object' && value !== null && !isIdentifier(value)
    if (isNone || (fields.length === 1 && value === undefined && isRecord(rawKey))) throw noIdentifier('ids')
    const read = keyValue(engine, field, value)
    if (read === null) return null
    values.push(read)
  }
  return values
}

const uuid = /^\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i

function keyValue(engine: Engine, field: DescribedField, rawKey: unknown): BoundValue | null {
  if (rawKey === null || rawKey === undefined) return null
  const text = String(rawKey)
  if (text.includes('\0') || (field.type === 'uuid' && engine.values.typedColumns && !uuid.test(text))) return null
  const value = comparedValue(engine.values, field, text)
  return value instanceof Problem ? null : value
}

/** Returns the error for every read or write of a missing record. */
export function recordNotFound(rawKey: unknown): Problem {
  const shown = typeof rawKey === 'object' ? JSON.stringify(rawKey) : String(rawKey)
  return new Problem(404, `Record with identifier '${shown}' not found.`)
}

/** Returns the error for a record without its id. */
export function withoutKey(keys: readonly DescribedField[], purpose: 'update' | 'delete'): Problem {
  const names = keys.map(({ apiName }) => `'${apiName}'`).join(', ')
  return new Problem(400, `A record to ${purpose} has no ${names}.`)
}
