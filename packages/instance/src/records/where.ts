import type { BoundValue } from '@millwright/connector/engine/statement'
import type { FilterNode } from '@millwright/contract/filter/node'
import { parseFilter } from '@millwright/contract/filter/parse'
import { addAmong, addFilter, type ComparedField, type FilterDialect, type FilterScope } from './filter-sql.ts'
import type { SqlText } from './sql-text.ts'

/** Adds a condition to a statement, such that it can be combined with AND on both sides. */
export type Condition = (into: SqlText) => void

/** Adds ` WHERE …` with all conditions that are not `null`, joined by AND. */
export function addWhere(into: SqlText, conditions: readonly (Condition | null)[]): void {
  let word = ' WHERE '
  for (const condition of conditions) {
    if (condition === null) continue
    into.add(word)
    condition(into)
    word = ' AND '
  }
}

/** Joins conditions by AND; returns `null` without any. */
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

/** Returns the condition for a client's filter, or `null` if it is empty. */
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

/** Returns the condition that a field has one of these values; without values, it matches no rows. */
export function amongCondition(dialect: FilterDialect, field: ComparedField, values: readonly BoundValue[]): Condition {
  return (into) => addAmong(into, dialect, field, values)
}

/** Returns the condition for rows with one of these keys, each with one value per field. */
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
