import type { Engine } from '@millwright/connector/engine/engine'
import { valueFamily } from '@millwright/connector/engine/values/value-family'
import { Problem } from '@millwright/contract/problem'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import { sortExpression } from './expressions.ts'
import { fieldCalled, namedField } from './names.ts'

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
