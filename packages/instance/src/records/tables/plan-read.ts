import type { Engine } from '@millwright/connector/engine/engine'
import { mostBytesAtOnce } from '@millwright/connector/engine/rows'
import type { MaybePromise } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import type { LRUCache } from 'lru-cache'
import { valueWriter } from '../../engines/values/value-writer.ts'
import { createLruCache } from '../../platform/cache.ts'
import { type Lookups, noLookups } from '../../platform/lookup-substitution.ts'
import type { ApiRequest, Params } from '../../request/api-request.ts'
import { filterParams, flag } from '../../request/params.ts'
import type { DescribedField, DescribedTable } from '../described-table.ts'
import { joinNames, namesOf } from '../names.ts'
import type { PermittedTable } from '../permitted-table.ts'
import { ReadPlan } from '../read-plan.ts'
import type { RecordsContext } from '../records-context.ts'
import { filterCondition } from '../where.ts'
import { comparedField, describedModel } from './described-model.ts'
import { namedField, orderOf, sortExpression } from './named-fields.ts'
import { keyFields } from './record-keys.ts'
import { localFields, type RelationQuery, relationQueries } from './relation-query.ts'
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
  const readPlan = compileRead(engine, permitted, query)
  cache.set(name, readPlan)
  return readPlan
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
  const paramsText = filter?.includes(':') ? JSON.stringify(params) : ''
  return name.length + paramsText.length > longestName ? null : `${name}\n${paramsText}`
}

/** The read of a table that a request asks for. */
export interface PlannedRead {
  readonly plan: ReadPlan
  readonly relations: readonly RelationQuery[]
  /** The fields of ids; `null` if none are needed. */
  readonly keys: readonly DescribedField[] | null
}

/** How ids are used: not at all, to find records, or as the response. */
export type KeyUse = 'none' | 'find' | 'answer'

const nothing: Readonly<Record<string, string>> = {}

/** Plans the read for a request's options. Throws 400 for fields that the table lacks. */
export function planRequest(
  context: RecordsContext,
  request: ApiRequest,
  permitted: PermittedTable,
  options: Params,
  use: KeyUse,
): MaybePromise<PlannedRead> {
  const { table } = permitted
  if (options.having !== undefined) throw new Problem(400, "The parameter 'having' is not supported.")
  const keys = use === 'none' ? null : keyFields(table, options.id_field)
  const relations = use === 'answer' || flag(options, 'count_only') ? [] : relationQueries(table, options)
  const filter = use === 'find' ? undefined : options.filter
  const params = filter?.includes(':') ? filterParams(options, request.payload) : nothing
  const lookups = hasBraces(filter, params) ? context.lookupsOf(request) : noLookups
  const finish = (found: Lookups): PlannedRead => {
    const all = options.fields === undefined || options.fields === ''
    const added = relations.length === 0 || all ? [] : localFields(table, relations)
    const query: ReadQuery = {
      fields: use === 'answer' ? joinNames(keys?.map(({ apiName }) => apiName) ?? []) : options.fields,
      order: use === 'find' ? undefined : options.order,
      group: use === 'find' ? undefined : options.group,
      filter,
      params,
      lookups: found,
      needed: use === 'find' ? (keys ?? []) : [],
      added,
    }
    const more = `${use} ${options.id_field ?? ''} ${added.map(({ name }) => name).join()}`
    return { plan: planRead(context.engine, permitted, query, more), relations, keys }
  }
  return lookups instanceof Promise ? lookups.then(finish) : finish(lookups)
}

function hasBraces(filter: string | undefined, params: Readonly<Record<string, string>>): boolean {
  if (filter === undefined) return false
  return filter.includes('{') || (params !== nothing && Object.values(params).some((value) => value.includes('{')))
}
