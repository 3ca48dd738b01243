import type { FilterNode } from '@millwright/contract/filter/node'
import { parseFilter } from '@millwright/contract/filter/parse'
import type { BoundValue } from '../engines/statement.ts'
import { addAmong, addFilter, type ComparedField, type FilterDialect, type FilterScope } from './filter-sql.ts'
import type { SqlText } from './sql-text.ts'

/** Adds one condition to a statement; in a way that AND may stand before and after it. */
export type Condition = (into: SqlText) => void

/** Adds ` WHERE …` for those of the conditions that are there, all of which have to hold. */
export function addWhere(into: SqlText, conditions: readonly (Condition | null)[]): void {
  let word = ' WHERE '
  for (const condition of conditions) {
    if (condition === null) continue
    into.add(word)
    condition(into)
    word = ' AND '
  }
}

/** One condition for several, all of which have to hold; null: there are none. */
export function allOf(conditions: readonly Condition[]): Condition | null {
  const [only] = conditions
  if (conditions.length < 2) return only ?? null
  return (into) => {
    for (const [position, condition] of conditions.entries()) {
      if (position > 0) into.add(' AND ')
      condition(into)
    }
  }
}

/** What a filter of a client asks for; null when it asks for nothing. */
export function filterCondition(filter: string | undefined, scope: FilterScope): Condition | null {
  return filter === undefined || filter.trim() === '' ? null : nodeCondition(parseFilter(filter), scope)
}

export function nodeCondition(node: FilterNode, scope: FilterScope): Condition {
  return (into) => {
    into.add('(')
    addFilter(into, node, scope)
    into.add(')')
  }
}

/** The rows whose field has one of these values; no rows without values. */
export function amongCondition(dialect: FilterDialect, field: ComparedField, values: readonly BoundValue[]): Condition {
  return (into) => addAmong(into, dialect, field, values)
}

/** The rows with one of these keys, each of as many values as there are fields. */
export function keyCondition(
  dialect: FilterDialect,
  fields: readonly ComparedField[],
  keys: readonly (readonly BoundValue[])[],
): Condition {
  const [only] = fields
  if (only !== undefined && fields.length === 1) {
    return amongCondition(
      dialect,
      only,
      keys.map(([value]) => value ?? null),
    )
  }
  return (into) => {
    if (keys.length === 0) into.add('1 = 0')
    for (const [position, key] of keys.entries()) {
      into.add(position === 0 ? '(' : ' OR ')
      for (const [part, field] of fields.entries()) {
        into.add(part === 0 ? '(' : ' AND ')
        addAmong(into, dialect, field, [key[part] ?? null])
      }
      into.add(')')
    }
    if (keys.length > 0) into.add(')')
  }
}
