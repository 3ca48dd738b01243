import { Problem } from '@millwright/contract/problem'
import { type Row, rowPicker } from '../../engines/row-shape.ts'
import { type Lookups, noLookups } from '../../platform/lookup-substitution.ts'
import { type Dialect, quoted } from './dialect.ts'
import type { Relation } from './relation.ts'
import { type Condition, compileFilter } from './resource-filter.ts'
import type { RowSet, Scope, Visible } from './row-set.ts'
import { type Column, isAnswered, type ReadColumn, type Shape } from './shape.ts'

/** What of a request decides the SQL of a read; texts as they were sent. */
export interface ResourceQuery {
  readonly fields: string | undefined
  readonly related: string | undefined
  readonly order: string | undefined
  readonly group: string | undefined
  readonly filter: string | undefined
  readonly filterParams: Readonly<Record<string, string>>
  /** What the filter's values may have in braces; null: they have nothing in braces. */
  readonly lookups: Lookups | null
  /** Rows that the caller may see at all; null: all. */
  readonly only: Visible | null
  /** Keys among which the rows are; absent: any. */
  readonly among?: readonly number[] | undefined
}

/** Everything about a read that does not depend on the moment: made once for each query and kept. */
export interface ResourcePlan {
  /** Bound: key, then `seen`. Selects `revision` besides, where the table has one. */
  readonly one: string
  readonly seen: readonly unknown[]
  /** Bound: list of keys, then `values`. */
  readonly many: string
  /** Bound: `values`, limit, offset. */
  readonly list: string
  /** Bound: `values`. */
  readonly count: string
  readonly values: readonly unknown[]
  /** Leaves of a row what the answer has, in its order. */
  readonly answered: (row: Row) => Row
  /** Whether more is selected than answered. */
  readonly hides: boolean
  readonly steps: readonly ReadStep[]
  readonly relations: readonly Relation[]
  readonly ordered: boolean
}

export interface ReadStep {
  readonly name: string
  readonly read: ReadColumn
}

/** Refuses unknown names in the query with 400, naming them. */
export function planResource(declaration: RowSet, dialect: Dialect, query: ResourceQuery): ResourcePlan {
  const { shape } = declaration
  const columns = selectColumns(declaration, query.fields)
  const relations = selectRelations(declaration, query.related)
  const hidden = hiddenColumns(shape, columns, relations)
  const from = `FROM ${quoted(shape.table)}`
  const scope = scopeCondition(declaration.scope)
  const filter = filterCondition(shape, dialect, query)
  const visible = query.only === null ? '' : dialect.among(query.only.expression, 'text')
  const chosen = query.among === undefined ? '' : dialect.among(quoted(shape.key), 'number')
  const seen = and(visible, chosen)
  const seenValues = [
    ...(query.only === null ? [] : [dialect.list(query.only.texts)]),
    ...(query.among === undefined ? [] : [dialect.list(query.among)]),
  ]
  const inner = and(scope, seen, filter.sql)
  const group = query.group === undefined ? '' : groupCondition(shape, from, inner, query.group)
  const where = and(inner, group)
  const bound = [...seenValues, ...filter.values]
  const values = group === '' ? bound : [...bound, ...bound]
  const select = [...columns.map(selected), ...hidden.map(quoted)].join(', ')
  const revision = shape.audit === 'full' ? ', "revision"' : ''
  const order = `ORDER BY ${orderOf(shape, dialect, query.order)}`
  const key = quoted(shape.key)
  return {
    one: dialect.finish(`SELECT ${select}${revision} ${from} WHERE ${and(`${key} = ?`, scope, seen)}`),
    many: dialect.finish(`SELECT ${select} ${from} WHERE ${and(dialect.among(key, shape.keyType), where)} ${order}`),
    list: dialect.finish(`SELECT ${select} ${from}${whereOf(where)} ${order} LIMIT ? OFFSET ?`),
    count: dialect.finish(`SELECT count(*) AS "count" ${from}${whereOf(where)}`),
    seen: seenValues,
    values,
    answered: rowPicker([...columns, ...relations].map(({ name }) => name)),
    hides: hidden.length > 0,
    steps: columns.flatMap(({ name, read }) => (read === null ? [] : [{ name, read }])),
    relations,
    ordered: query.order !== undefined,
  }
}

/** The columns of an answer with all fields. */
export function answeredColumns(shape: Shape): Column[] {
  return shape.columns.filter(isAnswered)
}

/** An item of a select list, under the field's name. */
export function selected({ name, select }: Column): string {
  return select === null ? quoted(name) : `${select} AS ${quoted(name)}`
}

export function scopeCondition({ values }: Scope): string {
  return Object.entries(values)
    .map(([column, value]) => (value === null ? `${quoted(column)} IS NULL` : `${quoted(column)} = ${value}`))
    .join(' AND ')
}

function selectColumns({ shape, always = [] }: RowSet, fields: string | undefined): Column[] {
  const all = answeredColumns(shape)
  const names = namesOf(fields)
  if (names.length === 0 || names.includes('*')) return all
  for (const name of always) if (!names.includes(name)) names.push(name)
  const byName = new Map(all.map((column) => [column.name, column]))
  const unknown = names.filter((name) => !shape.columns.some((column) => column.name === name && column.selectable))
  if (unknown.length > 0) throw new Problem(400, `Unknown field${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}`)
  return [...new Set(names)].flatMap((name) => byName.get(name) ?? [])
}

function selectRelations({ relations }: RowSet, related: string | undefined): Relation[] {
  return [...new Set(namesOf(related))].map((name) => {
    const found = relations.find((relation) => relation.name === name)
    if (found === undefined) throw new Problem(400, `Unknown relationship: ${name}`)
    return found
  })
}

function hiddenColumns(shape: Shape, columns: readonly Column[], relations: readonly Relation[]): string[] {
  const needed = relations.flatMap((relation) => (relation.kind === 'belongsTo' ? relation.column : []))
  return [...new Set([shape.key, ...needed])].filter((name) => !columns.some((column) => column.name === name))
}

function filterCondition(shape: Shape, dialect: Dialect, { filter, filterParams, lookups }: ResourceQuery): Condition {
  if (filter === undefined || filter.trim() === '') return { sql: '', values: [] }
  return compileFilter(filter, shape, dialect, filterParams, lookups ?? noLookups)
}

/** One row for each distinct combination: the one with the lowest identifier. */
function groupCondition(shape: Shape, from: string, where: string, group: string): string {
  const names = namesOf(group).map((name) => quoted(comparableColumn(shape, name, 'group').name))
  if (names.length === 0) return ''
  return `${quoted(shape.key)} IN (SELECT min(${quoted(shape.key)}) ${from}${whereOf(where)} GROUP BY ${names.join(', ')})`
}

function orderOf(shape: Shape, dialect: Dialect, order: string | undefined): string {
  const terms = namesOf(order).map((term): { name: string; way: 'asc' | 'desc' } => {
    const [name = '', direction = 'asc', ...rest] = term.split(/\s+/)
    const way = direction.toLowerCase()
    if (rest.length > 0 || (way !== 'asc' && way !== 'desc')) {
      throw new Problem(400, `The order '${term}' is not of the form 'field', 'field asc' or 'field desc'.`)
    }
    return { name: comparableColumn(shape, name, 'order').name, way }
  })
  const last = terms.at(-1)?.way ?? 'asc'
  if (!terms.some(({ name }) => name === shape.key)) terms.push({ name: shape.key, way: last })
  return terms.map(({ name, way }) => termOf(shape, dialect, name, way)).join(', ')
}

/** The key comes last and in the same direction, so that an index on the column and the key gives the whole order. */
function termOf(shape: Shape, dialect: Dialect, name: string, way: 'asc' | 'desc'): string {
  const direction = way === 'desc' ? ' DESC' : ''
  return `${quoted(name)}${direction}${name === shape.key ? '' : dialect.nulls[way]}`
}

function comparableColumn(shape: Shape, name: string, purpose: string): Column {
  const column = shape.columns.find((each) => each.name === name)
  if (column === undefined || !isAnswered(column)) throw new Problem(400, `Unknown field in '${purpose}': ${name}`)
  if (!column.comparable) throw new Problem(400, `The field '${name}' cannot be used in '${purpose}'.`)
  return column
}

function namesOf(text: string | undefined): string[] {
  if (text === undefined) return []
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function and(...conditions: readonly string[]): string {
  return conditions.filter((condition) => condition !== '').join(' AND ')
}

function whereOf(condition: string): string {
  return condition === '' ? '' : ` WHERE ${condition}`
}
