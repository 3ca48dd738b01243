import { Problem } from '@millwright/contract/problem'
import { decide } from '../access/decide.ts'
import { refusal } from '../access/refusal.ts'
import { describedService, notRunnable } from '../services/described-service.ts'
import type { Registered } from '../services/registry.ts'
import type { PublicEndpoint } from '../services/service.ts'
import { kindOf } from '../services/service-kinds.ts'
import type { Applicant } from './api-request.ts'

/** A service that can be called. */
export type Usable = Registered & { readonly service: NonNullable<Registered['service']> }

/** The service that a request may go on to. Throws the refusal of any other: by access first, then by the service's state. */
export function admit(request: Applicant, registered: Registered | null): Usable {
  if (!decide(request, publicEndpointsOf(registered)).allowed) throw refusal(request)
  if (registered === null) throw new Problem(404, `Could not find a service with a name of ${request.service}`)
  const { service, row } = registered
  if (!row.isActive) throw new Problem(403, `Service ${row.name} is deactivated.`)
  if (service !== null) return { row, service }
  if (request.verb !== 'GET' || request.resource !== '') throw notRunnable(row.type)
  return { row, service: describedService(row, kindOf(row.type)?.group ?? '') }
}

export function publicEndpointsOf(registered: Registered | null): readonly PublicEndpoint[] {
  return registered?.service?.publicEndpoints ?? []
}
