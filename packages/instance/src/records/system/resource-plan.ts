import { type Row, rowPicker } from '@millwright/connector/engine/rows'
import type { FilterNode } from '@millwright/contract/filter/node'
import { Problem } from '@millwright/contract/problem'
import { rowsWriter } from '../../engines/values/value-writer.ts'
import { type Lookups, noLookups } from '../../platform/lookup-substitution.ts'
import { namesOf } from '../names.ts'
import { ReadPlan } from '../read-plan.ts'
import { addWhere, allOf, amongCondition, type Condition, filterCondition, nodeCondition } from '../where.ts'
import { declaredModel, keyField } from './declared-model.ts'
import {
  type Column,
  type DeclaredTable,
  isAnswered,
  type ReadContext,
  selected,
  writtenMembers,
} from './declared-table.ts'
import { type Dialect, type Key, quoted } from './dialect.ts'
import { rowsInScope, type Scope, type Visible } from './read-place.ts'
import type { Relation } from './relation.ts'
import type { IdSpan } from './row-counts.ts'
import { type Search, searchOf } from './search.ts'

/** The parts of a request that determine the SQL of a read, as sent. */
export interface ResourceQuery {
  readonly fields: string | undefined
  readonly related: string | undefined
  readonly order: string | undefined
  readonly group: string | undefined
  readonly filter: string | undefined
  readonly filterParams: Readonly<Record<string, string>>
  /** Lookup keys for the filter's values; `null`: its values contain no braces. */
  readonly lookups: Lookups | null
  /** Rows visible to the caller; `null`: all. */
  readonly only: Visible | null
  /** Whether conditions and order may use values that are only shown with the rights of a role. */
  readonly comparesAll: boolean
  /** Keys to which the rows are restricted; absent: any. */
  readonly among?: readonly number[] | undefined
  /** A key that the keys of the rows are greater than; absent: any. */
  readonly after?: Key | undefined
  /** A condition that does not come from the client, joined to the filter as a tree, so that no filter can end it; absent: none. */
  readonly within?: FilterNode | undefined
  /** The keys between which rows are read; absent: all. */
  readonly span?: IdSpan | undefined
  /** Whether an index of texts is used for the filter, if there is one. */
  readonly searched?: true
}

/** Everything about a read that does not depend on the time of the request: created once per query and cached. */
export interface ResourcePlan {
  readonly read: ReadPlan<ReadContext>
  /** Reduces a row to the members of the response, in their order. */
  readonly answered: (row: Row) => Row
  readonly relations: readonly Relation[]
  readonly ordered: boolean
  /** `null`: the filter is not searched by an index of texts. */
  readonly search: Search | null
}

/** Throws 400 for unknown names in the query, naming them. */
export function planResource(rowSet: RowSet, dialect: Dialect, query: ResourceQuery): ResourcePlan {
  const declaration = query.comparesAll ? rowSet : { ...rowSet, declared: withoutWithheld(rowSet.declared) }
  const { declared, scope } = declaration
  const columns = selectColumns(declaration, query.fields)
  const relations = selectRelations(declaration, query.related)
  const hidden = hiddenColumns(declared, columns, relations)
  const model = declaredModel(declared, dialect, visibleRows(declared, scope, dialect, query))
  const { filter, filterParams: params, lookups } = query
  const filterScope = { model, params, lookups: lookups ?? noLookups }
  const filtered = filterCondition(filter, filterScope)
  const search =
    query.searched && filter !== undefined && filter.trim() !== ''
      ? searchOf(declared, dialect, { filter, span: query.span, scope: filterScope })
      : null
  const grouped = query.group === undefined ? null : groupCondition(declared, [filtered, model.rows], query.group)
  const answered = rowPicker([...columns, ...relations].map(({ name }) => name))
  const read = new ReadPlan<ReadContext>(model, {
    selection: {
      sql: [...columns.map(selected), ...hidden.map(quoted)].join(', '),
      names: columns.map(({ name }) => name),
      write: rowsWriter(writtenMembers(columns)),
      answered: hidden.length === 0 ? null : answered,
      aggregates: false,
    },
    conditions: [search?.condition ?? null, filtered, grouped],
    group: '',
    order: orderOf(declared, dialect, query.order),
    keys: () => [keyField(declared.key, declared.keyType)],
  })
  return { read, answered, relations, ordered: query.order !== undefined, search }
}

const known = new WeakMap<DeclaredTable, DeclaredTable>()

/** Returns the table in which no condition or order uses values that are only shown with the rights of a role. */
function withoutWithheld(declared: DeclaredTable): DeclaredTable {
  if (declared.columns.every(({ shownWithRole }) => shownWithRole === null)) return declared
  const columns = declared.columns.map((column) =>
    column.shownWithRole === null ? column : { ...column, comparable: false },
  )
  const visibleTable = known.get(declared) ?? { ...declared, columns }
  known.set(declared, visibleTable)
  return visibleTable
}

/** Returns the condition on the rows visible to the caller. */
function visibleRows(
  declared: DeclaredTable,
  scope: Scope,
  dialect: Dialect,
  { only, among, after, within, span, searched }: ResourceQuery,
): Condition | null {
  const visible = rowsInScope(scope, only, dialect)
  const conditions = visible === null ? [] : [visible]
  if (among !== undefined) conditions.push(amongCondition(dialect.records, keyField(declared.key, 'number'), among))
  if (after !== undefined) conditions.push((into) => into.add(`${quoted(declared.key)} > ${into.bind(after)}`))
  if (within !== undefined) {
    const filterScope = { model: declaredModel(declared, dialect, null), params: {}, lookups: noLookups }
    conditions.push(nodeCondition(within, filterScope))
  }
  if (span !== undefined) {
    // Not looked up by the span what is looked up by its texts.
    const key = `${searched ? '+' : ''}${quoted(declared.key)}`
    conditions.push((into) => into.add(`${key} >= ${into.bind(span.from)}`).add(` AND ${key} < ${into.bind(span.to)}`))
  }
  return allOf(conditions)
}

function selectColumns({ declared, always = [] }: RowSet, fields: string | undefined): Column[] {
  const all = declared.columns.filter(isAnswered)
  const names = namesOf(fields)
  if (names.length === 0 || names.includes('*')) return all
  for (const name of always) if (!names.includes(name)) names.push(name)
  const byName = new Map(all.map((column) => [column.name, column]))
  const unknown = names.filter((name) => !declared.columns.some((column) => column.name === name && column.selectable))
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

function hiddenColumns(declared: DeclaredTable, columns: readonly Column[], relations: readonly Relation[]): string[] {
  const needed = relations.flatMap((relation) => (relation.kind === 'belongsTo' ? relation.column : []))
  const deciding = columns.flatMap(({ shownWithRole }) => shownWithRole ?? [])
  return [...new Set([declared.key, ...needed, ...deciding])].filter(
    (name) => !columns.some((column) => column.name === name),
  )
}

/** Selects one row per distinct combination: the one with the lowest id. */
function groupCondition(
  declared: DeclaredTable,
  conditions: readonly (Condition | null)[],
  group: string,
): Condition | null {
  const names = namesOf(group).map((name) => quoted(comparableColumn(declared, name, 'group').name))
  if (names.length === 0) return null
  const key = quoted(declared.key)
  return (into) => {
    into.add(`${key} IN (SELECT min(${key}) FROM ${quoted(declared.table)}`)
    addWhere(into, conditions)
    into.add(` GROUP BY ${names.join(', ')})`)
  }
}

function orderOf(declared: DeclaredTable, dialect: Dialect, order: string | undefined): string {
  const terms = namesOf(order).map((term): { name: string; way: 'asc' | 'desc' } => {
    const [name = '', direction = 'asc', ...rest] = term.split(/\s+/)
    const way = direction.toLowerCase()
    if (rest.length > 0 || (way !== 'asc' && way !== 'desc')) {
      throw new Problem(400, `The order '${term}' is not of the form 'field', 'field asc' or 'field desc'.`)
    }
    return { name: comparableColumn(declared, name, 'order').name, way }
  })
  const last = terms.at(-1)?.way ?? 'asc'
  if (!terms.some(({ name }) => name === declared.key)) terms.push({ name: declared.key, way: last })
  return terms.map(({ name, way }) => termOf(declared, dialect, name, way)).join(', ')
}

/** The key comes last and in the same direction, so that an index on the column and the key provides the whole order. */
function termOf(declared: DeclaredTable, dialect: Dialect, name: string, way: 'asc' | 'desc'): string {
  const direction = way === 'desc' ? ' DESC' : ''
  return `${quoted(name)}${direction}${name === declared.key ? '' : dialect.nulls[way]}`
}

function comparableColumn(declared: DeclaredTable, name: string, purpose: string): Column {
  const column = declared.columns.find((each) => each.name === name)
  if (column === undefined || !isAnswered(column)) throw new Problem(400, `Unknown field in '${purpose}': ${name}`)
  if (!column.comparable) throw new Problem(400, `The field '${name}' cannot be used in '${purpose}'.`)
  return column
}

/** The rows of a table that a resource reads and writes. */
export interface RowSet {
  readonly declared: DeclaredTable
  readonly scope: Scope
  readonly relations: readonly Relation[]
  /** Fields that are always returned, whatever `fields` says. */
  readonly always?: readonly string[]
}
