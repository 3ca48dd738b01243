import { parseFilter } from '@millwright/contract/filter/parse'
import { Problem } from '@millwright/contract/problem'
import type { BoundValue } from '../../engines/statement.ts'
import type { Lookups } from '../../platform/lookup-substitution.ts'
import { addFilter, type FilterField, type FilterFlag, type FilterModel } from '../filter-sql.ts'
import { SqlText } from '../sql-text.ts'
import { type Dialect, quoted } from './dialect.ts'
import { readDate } from './filter-date.ts'
import type { Column, FilterOnly, Shape } from './shape.ts'

/** A condition with `?` for each of its bound values. */
export interface Condition {
  readonly sql: string
  readonly values: readonly BoundValue[]
}

/** Turns a filter of the wire into a condition on the shape's columns; what it cannot mean is a 400 that says why. */
export function compileFilter(
  filter: string,
  shape: Shape,
  dialect: Dialect,
  params: Readonly<Record<string, string>>,
  lookups: Lookups,
): Condition {
  const into = new SqlText({ placeholder: () => '?' })
  addFilter(into, parseFilter(filter), { model: filterModel(shape, dialect), params, lookups })
  return into.statement()
}

function filterModel(shape: Shape, { conditions }: Dialect): FilterModel {
  const columns = columnsOf(shape)
  return {
    dialect: conditions,
    field: (name) => filterField(name, columns.get(name)),
    flag: (name) => {
      const found = shape.filters.get(name)
      return found === undefined ? undefined : filterFlag(name, found)
    },
  }
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
  return {
    expression: quoted(column.name),
    family: isNumber(column) ? 'integer' : 'text',
    isText: isText(column),
    read: (text) => comparedValue(column, text),
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
