import type { Engine } from '@millwright/connector/engine/engine'
import { rowPicker } from '@millwright/connector/engine/rows'
import { Problem } from '@millwright/contract/problem'
import type { LRUCache } from 'lru-cache'
import { familyWriter, rowsWriter, valueWriter, type WriteValue } from '../../engines/values/value-writer.ts'
import { createLruCache } from '../../platform/cache.ts'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import { namesOf } from '../names.ts'
import type { Selection } from '../read-plan.ts'
import { isSelectable, namedField, selectFunction, sortExpression } from './named-fields.ts'

/** What is selected of a described table. */
export interface FieldSelection extends Selection {
  /** Members of a row that hold fields which are needed but not requested, by field. */
  readonly members: ReadonlyMap<DescribedField, string>
}

export interface SelectionQuery {
  /** As sent; `undefined`: all. */
  readonly fields: string | undefined
  /** Fields that must be selected, but are returned only if requested. */
  readonly needed: readonly DescribedField[]
  /** Fields that must also be returned. */
  readonly added: readonly DescribedField[]
  /** `null`: rows are not grouped. */
  readonly grouped: readonly DescribedField[] | null
}

interface Column {
  readonly name: string
  readonly sql: string
  readonly write: WriteValue
}

const maxSelections = 200
const selections = new WeakMap<DescribedTable, LRUCache<string, FieldSelection>>()

/** Returns a selection, cached for as long as the table's description is valid: many filters share it. Throws like `selectionOf`. */
export function cachedSelection(engine: Engine, table: DescribedTable, query: SelectionQuery): FieldSelection {
  let cache = selections.get(table)
  if (cache === undefined) {
    cache = createLruCache(maxSelections)
    selections.set(table, cache)
  }
  const names = (fields: readonly DescribedField[]) => fields.map(({ name }) => name).join('\n')
  const { fields, needed, added, grouped } = query
  const key = `${fields ?? ''}\0${names(needed)}\0${names(added)}\0${grouped === null ? '\0' : names(grouped)}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const fieldSelection = selectionOf(engine, table, query)
  cache.set(key, fieldSelection)
  return fieldSelection
}

/** Throws 400 for unknown fields, and for fields next to aggregates that differ within a group. */
function selectionOf(engine: Engine, table: DescribedTable, query: SelectionQuery): FieldSelection {
  const names = namesOf(query.fields)
  const sums = names.flatMap((name) => sumOf(engine, table, name) ?? [])
  const fields = plainFields(table, names, query)
  const aggregates = sums.length > 0 || query.grouped !== null || fields.some(({ isAggregate }) => isAggregate)
  if (aggregates) refuseUngrouped(fields, query.grouped ?? [])
  const columns = [...fields.map((field) => columnOf(engine, field, field.apiName)), ...sums]
  const members = new Map(fields.map((field) => [field, field.apiName]))
  const hidden: Column[] = []
  for (const field of query.needed) {
    if (members.has(field)) continue
    const name = `needed ${hidden.length}`
    members.set(field, name)
    hidden.push(columnOf(engine, field, name))
  }
  const all = [...columns, ...hidden]
  if (all.length === 0) throw new Problem(400, `'${table.apiName}' has no fields to be read.`)
  const answered = columns.map(({ name }) => name)
  return {
    sql: all.map(({ sql, name }) => `${sql} AS ${engine.dialect.quote(name)}`).join(', '),
    names: answered,
    write: rowsWriter(all),
    members,
    answered: hidden.length > 0 ? rowPicker(answered) : null,
    aggregates,
  }
}

function plainFields(
  table: DescribedTable,
  names: readonly string[],
  { added, grouped }: SelectionQuery,
): readonly DescribedField[] {
  const fields = new Set<DescribedField>()
  if (names.length === 0 || names.includes('*')) {
    for (const field of grouped ?? table.fields) if (!field.isAggregate && isSelectable(field)) fields.add(field)
  }
  for (const name of names) {
    if (name === '*' || isSum(name, table)) continue
    const field = namedField(table, name, 'fields')
    if (!isSelectable(field)) throw new Problem(400, `The field '${name}' has no function for reading it.`)
    fields.add(field)
  }
  for (const field of added) fields.add(field)
  return [...fields]
}

function refuseUngrouped(fields: readonly DescribedField[], grouped: readonly DescribedField[]): void {
  const odd = fields.filter((field) => !field.isAggregate && !grouped.includes(field))
  if (odd.length === 0) return
  const listed = odd.map(({ apiName }) => `'${apiName}'`).join(', ')
  throw new Problem(400, `With groups or aggregates, 'fields' can only have fields of 'group', not ${listed}.`)
}

function columnOf({ dialect, values }: Engine, field: DescribedField, name: string): Column {
  const own = selectFunction(field)
  const selected = own === null ? values.selected(field.name, field) : null
  if (selected !== null) return { name, ...selected }
  return { name, sql: own === null ? dialect.quote(field.name) : `(${own})`, write: valueWriter(field) }
}

const sum = /^(count|sum|avg|min|max)\s*\(\s*(\S.*?)\s*\)$/i

/** A field with the name of an aggregate takes precedence. */
function isSum(name: string, table: DescribedTable): boolean {
  return sum.test(name) && !table.fieldByName.has(name)
}

/** Parses an aggregate: `COUNT(*)` becomes `COUNT_ALL`, `SUM(price)` becomes `SUM_price`. */
function sumOf(engine: Engine, table: DescribedTable, name: string): Column | null {
  const [, word = '', over = ''] = isSum(name, table) ? (sum.exec(name) ?? []) : []
  if (word === '') return null
  const what = word.toUpperCase()
  if (over === '*') {
    if (what !== 'COUNT') throw new Problem(400, `'${name}' cannot be computed: only COUNT accepts *.`)
    return { name: 'COUNT_ALL', sql: 'COUNT(*)', write: familyWriter('integer') }
  }
  const field = namedField(table, over, 'fields')
  if (field.isAggregate) throw new Problem(400, `'${name}' cannot be computed: '${over}' is an aggregate already.`)
  const ofField = what === 'MIN' || what === 'MAX'
  const plain = sortExpression(engine, table, field)
  return {
    name: `${what}_${field.apiName}`,
    sql: `${what}(${engine.dialect.moments?.comparable(plain, field.type) ?? plain})`,
    write: ofField ? valueWriter(field) : familyWriter('decimal'),
  }
}
