import type { FilterNode } from '@millwright/contract/filter/node'
import { parseFilter } from '@millwright/contract/filter/parse'
import { Problem } from '@millwright/contract/problem'
import type { Engine } from '../../engines/engine.ts'
import type { BoundValue } from '../../engines/statement.ts'
import { noLookups } from '../../platform/lookup-substitution.ts'
import type { DescribedField } from '../described-table.ts'
import { addAmong, addFilter, type FilterScope } from '../filter-sql.ts'
import type { PermittedTable } from '../permitted-table.ts'
import type { SqlText } from '../sql-text.ts'
import { comparedField, roleFilterModel } from './filter-model.ts'

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

/** What a filter of a client asks for; null when it asks for nothing. */
export function filterCondition(filter: string | undefined, scope: FilterScope): Condition | null {
  return filter === undefined || filter.trim() === '' ? null : nodeCondition(parseFilter(filter), scope)
}

function nodeCondition(node: FilterNode, scope: FilterScope): Condition {
  return (into) => {
    into.add('(')
    addFilter(into, node, scope)
    into.add(')')
  }
}

/** The condition on the rows of a permitted table; null: there is none. One that does not fit the table is a 403. */
export function rowCondition(engine: Engine, { table, rows }: PermittedTable): Condition | null {
  if (rows === null) return null
  const sentence = `The role has a condition that '${table.apiName}' does not fit, so nothing is allowed here.`
  return nodeCondition(rows.node, {
    ...{ model: roleFilterModel(engine, table.whole ?? table), params: {}, lookups: noLookups },
    // The caller did not write it, and is not told what it says.
    refusal: () => new Problem(403, sentence),
  })
}

/** The rows whose field has one of these values; no rows without values. */
export function amongCondition(engine: Engine, field: DescribedField, values: readonly BoundValue[]): Condition {
  return (into) => addAmong(into, engine.dialect, comparedField(engine, field), values)
}

/** The rows with one of these keys, each of as many values as there are fields. */
export function keyCondition(
  engine: Engine,
  fields: readonly DescribedField[],
  keys: readonly (readonly BoundValue[])[],
): Condition {
  const [only] = fields
  if (only !== undefined && fields.length === 1) {
    return amongCondition(
      engine,
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
        addAmong(into, engine.dialect, comparedField(engine, field), [key[part] ?? null])
      }
      into.add(')')
    }
    if (keys.length > 0) into.add(')')
  }
}
