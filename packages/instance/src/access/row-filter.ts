import type { AccessFilter } from '@millwright/contract/records/role'
import type { ApiRequest } from '../request/api-request.ts'
import type { Caller } from '../request/caller.ts'
import type { CompiledRole } from '../request/compiled-role.ts'
import { matchRules } from './rule-match.ts'
import { componentOf } from './tiers.ts'

export interface RowFilter {
  readonly filters: readonly AccessFilter[]
  readonly op: 'AND' | 'OR'
}

/** A row filter, and the caller whose lookup keys apply in it. */
export interface HeldFilter extends RowFilter {
  readonly holder: Caller
}

/** The row filters of everyone whose rights a request needs: the caller, and the authors of the code that makes the request. */
export function rowFilters(
  caller: Caller,
  request: Pick<ApiRequest, 'verb' | 'service' | 'resource' | 'requestor'>,
): readonly HeldFilter[] {
  if (caller.sysadmin || caller.role === null) return []
  const own = rowFilter(caller.role, request)
  const authors = (caller.narrowedBy ?? []).flatMap((author) => rowFilters(author.caller, request))
  return own === null ? authors : [{ ...own, holder: caller }, ...authors]
}

/** Whether a caller's request may write rows that the filters of reading hide, because another rule allows it. */
export function writesHiddenRows(
  caller: Caller,
  request: Pick<ApiRequest, 'verb' | 'service' | 'resource' | 'requestor'>,
): boolean {
  if (request.verb === 'GET' || request.verb === 'POST') return false
  const [table = request.resource] = /^_table\/[^/]+/i.exec(request.resource) ?? []
  const textOf = (held: readonly HeldFilter[]) => JSON.stringify(held.map(({ filters, op }) => [op, filters]))
  const own = textOf(rowFilters(caller, request))
  return [request.resource, table].some((resource) => {
    const shown = rowFilters(caller, { ...request, verb: 'GET', resource })
    return shown.length > 0 && textOf(shown) !== own
  })
}

/**
 * The filter that a role applies to the rows of a database request, or `null`: that of the closest rule that names the service
 * and contains the verb, and of the last one among equally close rules.
 */
export function rowFilter(
  role: CompiledRole,
  { verb, service, resource, requestor }: Pick<ApiRequest, 'verb' | 'service' | 'resource' | 'requestor'>,
): RowFilter | null {
  const rule = matchRules(role, service, componentOf(resource), requestor).rowRule(verb)
  return rule === null || rule.filters.length === 0 ? null : { filters: rule.filters, op: rule.filterOp }
}
