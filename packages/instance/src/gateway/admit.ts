import { Problem } from '@millwright/contract/problem'
import { decide } from '../access/decide.ts'
import { accessProblem } from '../access/refusal.ts'
import type { AccessRequest, PublicEndpoint } from '../request/api-request.ts'
import type { Registered } from './registry.ts'

/** Returns the service that handles a request. Throws if the request may not proceed: first by access, then by the service's state. */
export function admit(request: AccessRequest, registered: Registered | null): Registered {
  if (!decide(request, publicEndpointsOf(registered)).allowed) throw accessProblem(request)
  if (registered === null) throw new Problem(404, `Could not find a service with a name of ${request.service}`)
  if (!registered.row.isActive) {
    throw new Problem(403, `Service ${registered.row.name} is deactivated.`, { reason: 'inactive_service' })
  }
  return registered
}

export function publicEndpointsOf(registered: Registered | null): readonly PublicEndpoint[] {
  return registered?.service.publicEndpoints ?? []
}
