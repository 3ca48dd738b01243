import { Problem } from '@millwright/contract/problem'
import { decide } from '../access/decide.ts'
import { accessProblem } from '../access/refusal.ts'
import { rowFilters } from '../access/row-filter.ts'
import type { AccessRequest, PublicEndpoint } from '../request/api-request.ts'
import type { Registered } from './registry.ts'

/** Returns the service that handles a request. Throws if the request may not proceed: first by access, then by the service's state. */
export function admit(request: AccessRequest, registered: Registered | null): Registered {
  if (!decide(request, publicEndpointsOf(registered)).allowed) throw accessProblem(request)
  if (registered === null) throw new Problem(404, `Could not find a service with a name of ${request.service}`)
  if (!registered.row.isActive) {
    throw new Problem(403, `Service ${registered.row.name} is deactivated.`, { reason: 'inactive_service' })
  }
  refuseUnfiltered(request, registered)
  return registered
}

/**
 * Row filters only apply to tables. A request that they are meant to restrict, but that no table answers, is refused: roles saved
 * before this was checked, and procedures of a service whose tables are filtered.
 */
function refuseUnfiltered(request: AccessRequest, { service }: Registered): void {
  const isFiltered = service.tables !== undefined || service.filtersRows === true
  if (isFiltered && !/^_(?:proc|func)(?:\/|$)/i.test(request.resource)) return
  if (rowFilters(request.caller, request).length === 0) return
  const nobody = { ...request, caller: { sysadmin: false, role: null } }
  if (decide(nobody, service.publicEndpoints).allowed) return
  throw new Problem(
    403,
    `The role has row filters for '${request.service}', which only apply to tables, so access is denied.`,
  )
}

export function publicEndpointsOf(registered: Registered | null): readonly PublicEndpoint[] {
  return registered?.service.publicEndpoints ?? []
}
