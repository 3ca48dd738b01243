import type { Engine } from '@millwright/connector/engine/engine'
import { mostBytesAtOnce } from '@millwright/connector/engine/rows'
import type { LRUCache } from 'lru-cache'
import { valueWriter } from '../../engines/values/value-writer.ts'
import { createLruCache } from '../../platform/cache.ts'
import type { Lookups } from '../../platform/lookup-substitution.ts'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import { namesOf } from '../names.ts'
import type { PermittedTable } from '../permitted-table.ts'
import { ReadPlan } from '../read-plan.ts'
import { filterCondition } from '../where.ts'
import { comparedField, describedModel } from './described-model.ts'
import { sortExpression } from './expressions.ts'
import { namedField } from './names.ts'
import { orderOf } from './order.ts'
import { cachedSelection } from './selection.ts'

/** The parts of a read that determine its SQL, as sent. */
export interface ReadQuery {
  readonly fields: string | undefined
  readonly order: string | undefined
  readonly group: string | undefined
  readonly filter: string | undefined
  /** Values of the filter's `:names`. */
  readonly params: Readonly<Record<string, string>>
  /** Lookup keys for the filter's values. */
  readonly lookups: Lookups
  /** Also selected: fields by which records are looked up. */
  readonly needed: readonly DescribedField[]
  /** Also selected and returned. */
  readonly added: readonly DescribedField[]
}

const maxPlans = 500
/** Longer queries are rare and not cached. */
const longestName = 2_000

const plans = new WeakMap<DescribedTable, LRUCache<string, ReadPlan>>()

/** Returns the plan of a read, cached per query for as long as the table's description is valid. `more`: further parts of the cache key. */
export function planRead(engine: Engine, permitted: PermittedTable, query: ReadQuery, more: string): ReadPlan {
  const { table } = permitted
  const name = planName(permitted, query, more)
  if (name === null) return compileRead(engine, permitted, query)
  let cache = plans.get(table)
  if (cache === undefined) {
    cache = createLruCache(maxPlans)
    plans.set(table, cache)
  }
  const known = cache.get(name)
  if (known !== undefined) return known
  const made = compileRead(engine, permitted, query)
  cache.set(name, made)
  return made
}

/** Throws 400 for fields that the table does not have. */
export function compileRead(engine: Engine, permitted: PermittedTable, query: ReadQuery): ReadPlan {
  const { table } = permitted
  const { fields, needed, added } = query
  const grouped =
    query.group === undefined ? null : namesOf(query.group).map((name) => namedField(table, name, 'group'))
  const selection = cachedSelection(engine, table, { fields, needed, added, grouped })
  const model = describedModel(engine, permitted)
  const { params, lookups } = query
  return new ReadPlan(model, {
    selection,
    mostBytes: mostBytesAtOnce,
    conditions: [filterCondition(query.filter, { model, params, lookups })],
    group: grouped?.map((field) => sortExpression(engine, table, field)).join(', ') ?? '',
    order: orderOf(engine, table, query.order, !selection.aggregates),
    keys: () =>
      needed.map((field) => ({
        ...comparedField(engine, field),
        member: selection.members.get(field) ?? field.apiName,
        write: valueWriter(field),
      })),
  })
}

/** Returns `null` if the plan cannot be cached, as lookups differ between callers. */
function planName(
  { rows }: PermittedTable,
  { fields, order, group, filter, params, lookups }: ReadQuery,
  more: string,
): string | null {
  if (lookups.open.size > 0) return null
  const name = `${fields ?? ''}\n${order ?? ''}\n${group ?? '-'}\n${filter ?? ''}\n${rows?.key ?? ''}\n${more}`
  const given = filter?.includes(':') ? JSON.stringify(params) : ''
  return name.length + given.length > longestName ? null : `${name}\n${given}`
}
