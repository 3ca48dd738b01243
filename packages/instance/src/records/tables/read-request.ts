import type { MaybePromise } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { type Lookups, noLookups } from '../../platform/lookup-substitution.ts'
import type { ApiRequest, Params } from '../../request/api-request.ts'
import { filterParams, flag } from '../../request/params.ts'
import type { DescribedField } from '../described-table.ts'
import { joinNames } from '../names.ts'
import type { PermittedTable } from '../permitted-table.ts'
import type { ReadPlan } from '../read-plan.ts'
import type { RecordsContext } from '../records-context.ts'
import { planRead, type ReadQuery } from './plan-read.ts'
import { keyFields } from './record-keys.ts'
import { localFields, type RelationQuery, relationQueries } from './relation-query.ts'

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
