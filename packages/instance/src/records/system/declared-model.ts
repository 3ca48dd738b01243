import { Problem } from '@millwright/contract/problem'
import type { ComparedField, FilterField, FilterFlag } from '../filter-sql.ts'
import type { KeyField } from '../read-plan.ts'
import type { TableModel } from '../table-model.ts'
import type { Condition } from '../where.ts'
import { type KeyedRows, WriteStatements } from '../write-statements.ts'
import { type Dialect, type KeyType, quoted } from './dialect.ts'
import { readDate } from './filter-date.ts'
import type { Column, FilterOnly, Shape } from './shape.ts'

/** A table of the instance as its shape declares it; `rows`: those that there are for the caller. */
export function declaredModel(shape: Shape, { records }: Dialect, rows: Condition | null): TableModel {
  const columns = columnsOf(shape)
  return {
    dialect: records,
    target: quoted(shape.table),
    key: [quoted(shape.key)],
    rows,
    field: (name) => filterField(name, columns.get(name)),
    flag: (name) => {
      const found = shape.filters.get(name)
      return found === undefined ? undefined : filterFlag(name, found)
    },
  }
}

/** How the rows of a shape are written: told apart by its key. */
export interface DeclaredWrites {
  readonly statements: WriteStatements
  readonly rows: KeyedRows
}

const writesByDialect = new WeakMap<Dialect, WeakMap<Shape, DeclaredWrites>>()

/** Made once for each shape. */
export function declaredWrites(shape: Shape, dialect: Dialect): DeclaredWrites {
  const ofDialect = writesByDialect.get(dialect) ?? new WeakMap<Shape, DeclaredWrites>()
  writesByDialect.set(dialect, ofDialect)
  const known = ofDialect.get(shape)
  if (known !== undefined) return known
  const { within } = shape
  const model = declaredModel(shape, dialect, within === '' ? null : (into) => into.add(within))
  const rows = { model, name: '', keys: () => [keyField(shape.key, shape.keyType)] }
  const made = { statements: new WriteStatements(model), rows }
  ofDialect.set(shape, made)
  return made
}

/** A column by whose values rows are found. */
export function keyField(name: string, type: KeyType): KeyField {
  const family = type === 'number' ? 'integer' : 'text'
  return { expression: quoted(name), family, isText: type === 'text', member: name, write: (value) => value }
}

const known = new WeakMap<Shape, ReadonlyMap<string, Column>>()

function columnsOf(shape: Shape): ReadonlyMap<string, Column> {
  const columns = known.get(shape) ?? new Map(shape.columns.map((column) => [column.name, column]))
  known.set(shape, columns)
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

/** What of a column decides how values are read that it is compared with. */
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
