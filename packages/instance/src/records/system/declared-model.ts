import { Problem } from '@millwright/contract/problem'
import { isoMicros, plainSeconds } from '../../platform/clock.ts'
import type { ComparedField, FilterField, FilterFlag } from '../filter-sql.ts'
import type { KeyField } from '../read-plan.ts'
import type { TableModel } from '../table-model.ts'
import type { Condition } from '../where.ts'
import { type KeyedRows, WriteStatements } from '../write-statements.ts'
import type { Column, DeclaredTable, FilterOnly } from './declared-table.ts'
import { type Dialect, type KeyType, quoted } from './dialect.ts'

/** Returns the model of a table of the instance; `rows`: condition on the rows visible to the caller. */
export function declaredModel(declared: DeclaredTable, { records }: Dialect, rows: Condition | null): TableModel {
  const columns = columnsOf(declared)
  return {
    dialect: records,
    target: quoted(declared.table),
    key: [quoted(declared.key)],
    rows,
    field: (name) => filterField(name, columns.get(name)),
    flag: (name) => {
      const found = declared.filters.get(name)
      return found === undefined ? undefined : filterFlag(name, found)
    },
  }
}

/** How the rows of a table are written, identified by its key. */
export interface DeclaredWrites {
  readonly statements: WriteStatements
  readonly rows: KeyedRows
}

const writesByDialect = new WeakMap<Dialect, WeakMap<DeclaredTable, DeclaredWrites>>()

/** Created once per table. */
export function declaredWrites(declared: DeclaredTable, dialect: Dialect): DeclaredWrites {
  const ofDialect = writesByDialect.get(dialect) ?? new WeakMap<DeclaredTable, DeclaredWrites>()
  writesByDialect.set(dialect, ofDialect)
  const known = ofDialect.get(declared)
  if (known !== undefined) return known
  const { within } = declared
  const model = declaredModel(declared, dialect, within === '' ? null : (into) => into.add(within))
  const rows = { model, name: '', keys: () => [keyField(declared.key, declared.keyType)] }
  const writes = { statements: new WriteStatements(model), rows }
  ofDialect.set(declared, writes)
  return writes
}

/** A column by which rows are looked up. */
export function keyField(name: string, type: KeyType): KeyField {
  const family = type === 'number' ? 'integer' : 'text'
  return { expression: quoted(name), family, isText: type === 'text', member: name, write: (value) => value }
}

const known = new WeakMap<DeclaredTable, ReadonlyMap<string, Column>>()

function columnsOf(declared: DeclaredTable): ReadonlyMap<string, Column> {
  const columns = known.get(declared) ?? new Map(declared.columns.map((column) => [column.name, column]))
  known.set(declared, columns)
  return columns
}

function filterField(name: string, column: Column | undefined): FilterField | Problem {
  if (column === undefined || column.field.mode === 'writeOnly' || column.field.mode === 'command') {
    return new Problem(400, `The filter names a field '${name}' that this resource does not have.`)
  }
  if (!column.comparable) return new Problem(400, `The field '${name}' cannot be filtered.`)
  return { ...comparedColumn(column), read: (text) => comparedValue(column, text) }
}

function comparedColumn(column: Column): ComparedField {
  return {
    expression: quoted(column.name),
    family: isNumber(column) ? 'integer' : 'text',
    isText: isText(column),
  }
}

function filterFlag(name: string, { kind, sql }: FilterOnly): FilterFlag {
  const column: Comparable = { name, field: { type: kind === 'flag' ? 'boolean' : 'integer' } }
  return { sql, read: (text) => comparedValue(column, text) }
}

/** The properties of a column that determine how values compared with it are parsed. */
interface Comparable {
  readonly name: string
  readonly field: Pick<Column['field'], 'type'>
}

function comparedValue(column: Comparable, text: string): number | string | Problem {
  const { type } = column.field
  if (type === 'boolean') {
    const known = booleans[text.trim().toLowerCase()]
    if (known !== undefined) return known
    return new Problem(400, `The field '${column.name}' is true or false and cannot be compared with '${text}'.`)
  }
  if (type === 'id' || type === 'integer') {
    if (/^\s*[+-]?\d{1,15}\s*$/.test(text)) return Number(text)
    return new Problem(400, `The field '${column.name}' is a whole number and cannot be compared with '${text}'.`)
  }
  if (type === 'datetime') return readDate(text, column.name)
  return text
}

const booleans: Readonly<Record<string, number>> = Object.assign(Object.create(null), {
  true: 1,
  '1': 1,
  yes: 1,
  false: 0,
  '0': 0,
  no: 0,
})

function isNumber({ field }: Column): boolean {
  return field.type === 'id' || field.type === 'integer' || field.type === 'boolean'
}

function isText({ field }: Column): boolean {
  return field.type === 'string' || field.type === 'text' || field.type === 'datetime'
}

/** The only date stored as `YYYY-MM-DD HH:MM:SS`; all others are ISO with microseconds. */
const plainDates = new Set(['last_login_date'])

/**
 * Converts a date in a filter to the stored form of the column, so that comparing texts compares dates. Anything shorter than a day
 * (`2026-11`) and texts that are not dates are compared as texts.
 */
function readDate(text: string, column: string): string {
  const written = /^\s*(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?\s*$/i.exec(text)
  if (written === null) return text
  const [, day, minutes, seconds, zone] = written
  const ms = Date.parse(`${day}T${minutes ?? '00:00'}${seconds ?? ':00'}${zone ?? 'Z'}`)
  if (Number.isNaN(ms)) return text
  return plainDates.has(column) ? plainSeconds(ms) : isoMicros(ms)
}
