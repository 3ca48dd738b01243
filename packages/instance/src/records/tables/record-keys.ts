import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Engine } from '../../engines/engine.ts'
import type { BoundValue, DatabaseRow } from '../../engines/statement.ts'
import { isIdentifier, noIdentifier } from '../../request/body.ts'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import { comparedValue } from './filter-model.ts'
import { namedField, namesOf } from './names.ts'

/** The fields that tell records apart: those that `id_field` names, else the primary key. Refuses with 400 when there are none. */
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
 * An identifier of the wire as values of its fields; null for one that no record can have. Several fields need an object.
 */
export function readRecordKey(engine: Engine, fields: readonly DescribedField[], given: unknown): BoundValue[] | null {
  if (fields.length > 1 && (!isRecord(given) || isIdentifier(given))) {
    const names = fields.map(({ apiName }) => `"${apiName}":…`).join(',')
    throw new Problem(400, `The key has several fields: send each identifier as an object {${names}} in the body.`)
  }
  const values: BoundValue[] = []
  for (const field of fields) {
    const value = isRecord(given) && !isIdentifier(given) ? given[field.apiName] : given
    const isNone = typeof value === 'object' && value !== null && !isIdentifier(value)
    if (isNone || (fields.length === 1 && value === undefined && isRecord(given))) throw noIdentifier('ids')
    const read = keyValue(engine, field, value)
    if (read === null) return null
    values.push(read)
  }
  return values
}

const uuid = /^\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i

function keyValue(engine: Engine, field: DescribedField, given: unknown): BoundValue | null {
  if (given === null || given === undefined) return null
  const text = String(given)
  if (text.includes('\0') || (field.type === 'uuid' && engine.values.typedColumns && !uuid.test(text))) return null
  const value = comparedValue(engine.values, field, text)
  return value instanceof Problem ? null : value
}

/** The refusal of every read and write of a record that is not there. */
export function recordNotFound(given: unknown): Problem {
  const shown = typeof given === 'object' ? JSON.stringify(given) : String(given)
  return new Problem(404, `Record with identifier '${shown}' not found.`)
}

/** The refusal of a record that does not say which one it is about. */
export function withoutKey(keys: readonly DescribedField[], purpose: 'update' | 'delete'): Problem {
  const names = keys.map(({ apiName }) => `'${apiName}'`).join(', ')
  return new Problem(400, `A record to ${purpose} has no ${names}.`)
}

/** Values as one text, by which keys are told apart. */
export function keyText(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : JSON.stringify(values.map(String))
}

/**
 * Finds rows by the keys they were asked for. A database may take two texts for the same that differ in case, accents or blanks at
 * the end: a row whose own key nobody asked for is found by any key that differs in no more than these.
 */
export class RowsByKey {
  readonly #exact = new Map<string, DatabaseRow[]>()
  readonly #folded = new Map<string, DatabaseRow[]>()

  constructor(asked: ReadonlySet<string>, rows: Iterable<readonly [key: string, row: DatabaseRow]>) {
    for (const [key, row] of rows) {
      if (asked.has(key)) add(this.#exact, key, row)
      else add(this.#folded, folded(key), row)
    }
  }

  get(key: string): readonly DatabaseRow[] {
    const exact = this.#exact.get(key)
    if (this.#folded.size === 0) return exact ?? none
    const others = this.#folded.get(folded(key))
    if (others === undefined) return exact ?? none
    return exact === undefined ? others : [...exact, ...others]
  }
}

const none: readonly DatabaseRow[] = []

function add(rows: Map<string, DatabaseRow[]>, key: string, row: DatabaseRow): void {
  const known = rows.get(key)
  if (known === undefined) rows.set(key, [row])
  else known.push(row)
}

function folded(key: string): string {
  return key.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trimEnd()
}
