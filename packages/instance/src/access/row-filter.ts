import type { AccessFilter } from '@millwright/contract/records/role'
import { verbMask } from '@millwright/contract/verbs'
import type { ApiRequest } from '../request/api-request.ts'
import type { Caller } from '../request/caller.ts'
import type { AccessRule, CompiledRole } from '../request/compiled-role.ts'
import { componentOf, matchRules } from './rule-match.ts'

export interface RowFilter {
  readonly filters: readonly AccessFilter[]
  readonly op: 'AND' | 'OR'
  /** Filters of grants, whose rows are included as well; absent: none. */
  readonly also?: readonly RowFilter[]
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
  const textOf = (held: readonly HeldFilter[]) =>
    JSON.stringify(held.map(({ filters, op, also }) => [op, filters, also]))
  const own = textOf(rowFilters(caller, request))
  return [request.resource, table].some((resource) => {
    const shown = rowFilters(caller, { ...request, verb: 'GET', resource })
    return shown.length > 0 && textOf(shown) !== own
  })
}

/**
 * The filter that a role applies to the rows of a database request, or `null`: that of the closest rule that names the service
 * and contains the verb, and of the last one among equally close rules. Grants with the verb add their rows to those that the role allows.
 */
export function rowFilter(
  role: CompiledRole,
  { verb, service, resource, requestor }: Pick<ApiRequest, 'verb' | 'service' | 'resource' | 'requestor'>,
): RowFilter | null {
  const match = matchRules(role, service, componentOf(resource), requestor)
  const own = filterOf(match.rowRule(verb))
  const granted = match.granted.filter((rule) => (rule.verbMask & verbMask[verb]) !== 0).map(filterOf)
  if (granted.length === 0) return own
  const isAllowedAnyway = (match.ownMask & verbMask[verb]) !== 0
  const filters = (isAllowedAnyway ? [own, ...granted] : granted).flatMap((filter) => filter ?? 'all rows')
  const [first, ...also] = filters.filter((filter) => filter !== 'all rows')
  if (first === undefined || filters.includes('all rows')) return null
  return also.length === 0 ? first : { ...first, also }
}

function filterOf(rule: AccessRule | null): RowFilter | null {
  return rule === null || rule.filters.length === 0 ? null : { filters: rule.filters, op: rule.filterOp }
}
