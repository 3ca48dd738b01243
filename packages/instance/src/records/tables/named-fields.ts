import type { Engine } from '@millwright/connector/engine/engine'
import { valueFamily } from '@millwright/connector/engine/values/value-family'
import { Problem } from '@millwright/contract/problem'
import type { DbFunction, DescribedField, DescribedTable } from '../described-table.ts'
import { functionFor } from '../functions/field-function.ts'

/** Finds a field by its name on the wire, also in quotes of other platforms: `"a b"`, `[a b]`, `` `a b` ``. */
function fieldCalled({ fieldByName }: DescribedTable, name: string): DescribedField | undefined {
  const plain = fieldByName.get(name)
  if (plain !== undefined) return plain
  const [, quoted, bracketed, ticked] = /^(?:"((?:[^"]|"")+)"|\[((?:[^\]]|\]\])+)\]|`((?:[^`]|``)+)`)$/.exec(name) ?? []
  const inner = quoted?.replaceAll('""', '"') ?? bracketed?.replaceAll(']]', ']') ?? ticked?.replaceAll('``', '`')
  return inner === undefined ? undefined : fieldByName.get(inner)
}

/** Finds a field by its name on the wire. Throws 400 if it does not exist. `option`: the option that named it. */
export function namedField(table: DescribedTable, name: string, option: string): DescribedField {
  const field = fieldCalled(table, name)
  if (field === undefined)
    throw new Problem(400, `Unknown field in '${option}': '${name}' is not a field of '${table.apiName}'.`)
  return field
}

/** Finds fields by their column names, which relations and keys use. */
export function columnsNamed({ fields, whole }: DescribedTable, names: readonly string[]): DescribedField[] {
  return names.flatMap((name) => (whole?.fields ?? fields).find((field) => field.name === name) ?? [])
}

/** Returns the SQL that computes a selected field, or `null` if its column is selected directly. */
export function selectFunction(field: DescribedField): string | null {
  return functionFor(field, 'SELECT')
}

/** Returns a field for conditions: its FILTER function, else its SELECT function if it has no column, else the column. */
export function filterExpression({ dialect }: Engine, field: DescribedField): string {
  const own = functionFor(field, 'FILTER') ?? (field.isVirtual ? selectFunction(field) : null)
  if (own !== null) return `(${own})`
  if (field.isVirtual) throw new Problem(400, unfilterable(field))
  return dialect.quote(field.name)
}

/** Returns whether a field can be compared. */
export function isFilterable(field: DescribedField): boolean {
  return !field.isVirtual || field.dbFunctions.some(isOfFilters)
}

function isOfFilters({ use, function: text }: DbFunction): boolean {
  return text.trim() !== '' && (use.includes('SELECT') || use.includes('FILTER'))
}

export function unfilterable({ apiName }: DescribedField): string {
  return `The field '${apiName}' has no function for filtering.`
}

/**
 * Returns a field for ORDER BY and GROUP BY. The column is qualified with its table, as a selected value of the same name would take
 * precedence.
 */
export function sortExpression({ dialect }: Engine, { table }: DescribedTable, field: DescribedField): string {
  const column = `${dialect.table(table)}.${dialect.quote(field.name)}`
  if (!field.isVirtual)
    return field.moments?.isMixed ? (dialect.moments?.sortable(column, field.type) ?? column) : column
  const own = selectFunction(field)
  if (own === null) throw new Problem(400, `The field '${field.apiName}' has no function for sorting.`)
  return `(${own})`
}

/** Returns whether a field can be selected. */
export function isSelectable(field: DescribedField): boolean {
  return !field.isVirtual || field.dbFunctions.some(({ use }) => use.includes('SELECT'))
}

interface Term {
  readonly field: DescribedField
  readonly way: 'ASC' | 'DESC'
  readonly nulls: 'FIRST' | 'LAST' | null
}

/**
 * Returns the terms of ORDER BY, empty if unordered. Throws 400 for unknown fields. The primary key comes last, so that pages never
 * overlap, in the direction of the term before it, so that an index can serve both.
 */
export function orderOf(engine: Engine, table: DescribedTable, order: string | undefined, withKey: boolean): string {
  const terms = termsIn(order ?? '').flatMap((text) => (text.trim() === '' ? [] : readTerm(table, text.trim())))
  const way = terms.at(-1)?.way ?? 'ASC'
  if (withKey) terms.push(...table.primaryKey.map((field) => ({ field, way, nulls: null })))
  const seen = new Set<DescribedField>()
  return terms
    .filter(({ field }) => !seen.has(field) && seen.add(field))
    .map((term) => termSql(engine, table, term))
    .join(', ')
}

/** Splits at commas outside of double quotes, in which names with commas are. */
function termsIn(order: string): readonly string[] {
  return order.includes('"') ? (order.match(/(?:"(?:[^"]|"")*"|[^",])+/g) ?? []) : order.split(',')
}

const shape = /^(.+?)(?:\s+(asc|desc))?(?:\s+nulls\s+(first|last))?$/i

/** Text after the known keywords is ignored; a field name with blanks takes precedence. */
function readTerm(table: DescribedTable, text: string): Term {
  if (text.includes(';') || text.length > 1000)
    throw new Problem(400, `The order '${text.slice(0, 100)}' cannot be read.`)
  const [, whole = '', way = 'asc', nulls] = shape.exec(text) ?? []
  const known = fieldCalled(table, whole) !== undefined
  const [first = '', second = ''] = whole.split(/\s+/)
  const field = namedField(table, known ? whole : first, 'order')
  const direction = !known && /^desc$/i.test(second) ? 'desc' : way
  return {
    field,
    way: direction.toLowerCase() === 'desc' ? 'DESC' : 'ASC',
    nulls: nulls === undefined ? null : nulls.toLowerCase() === 'first' ? 'FIRST' : 'LAST',
  }
}

function termSql(engine: Engine, table: DescribedTable, { field, way, nulls }: Term): string {
  const plain = sortExpression(engine, table, field)
  const { unsortable, asText } = engine.dialect
  const expression = unsortable.has(valueFamily(field)) ? asText(plain) : plain
  const direction = way === 'DESC' ? ' DESC' : ''
  if (nulls === null) return `${expression}${direction}`
  if (engine.dialect.nullsOrder) return `${expression}${direction} NULLS ${nulls}`
  return `CASE WHEN ${expression} IS NULL THEN ${nulls === 'FIRST' ? 0 : 1} ELSE ${nulls === 'FIRST' ? 1 : 0} END, ${expression}${direction}`
}
