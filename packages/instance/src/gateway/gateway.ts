import { Problem } from '@millwright/contract/problem'
import { decide } from '../access/decide.ts'
import { refusal } from '../access/refusal.ts'
import type { Identify } from '../parts.ts'
import type { Registered, Registry } from '../services/registry.ts'
import type { ApiRequest, ApiResponse } from './api-request.ts'
import { type Call, requestOf } from './call.ts'
import type { Interceptor } from './interceptor.ts'
import { credentialsToCheck } from './session-calls.ts'

/** The one way to every service. Throws a `Problem` for everything that is refused. */
export type Gateway = (call: Call) => Promise<ApiResponse>

interface GatewayParts {
  readonly identify: Identify
  readonly registry: Registry
  /** Answers `GET /api/v2` itself, which belongs to no service. */
  readonly listServices: (request: ApiRequest) => Promise<ApiResponse>
  readonly interceptors: readonly Interceptor[]
}

/** identify → authorize → limit → before → handle → after → queued, for each call (ARCHITECTURE.md). */
export function createGateway({ identify, registry, listServices, interceptors }: GatewayParts): Gateway {
  const handle = interceptors.length === 0 ? callService : intercepted(interceptors)

  return async (call) => {
    const identified = identify(credentialsToCheck(call), call.address)
    const caller = identified instanceof Promise ? await identified : identified
    const request = requestOf(call, caller)
    if (request.service === '') return await listServices(request)
    const found = registry.find(request.service)
    const registered = found instanceof Promise ? await found : found
    authorize(request, registered)
    return await handle(request, usable(request, registered))
  }
}

type Handle = (request: ApiRequest, registered: Usable) => Promise<ApiResponse>
type Usable = Registered & { readonly service: NonNullable<Registered['service']> }

function authorize(request: ApiRequest, registered: Registered | null): void {
  const endpoints = registered?.service?.publicEndpoints ?? []
  if (!decide(request, endpoints).allowed) throw refusal(request)
}

function usable({ service: name }: ApiRequest, registered: Registered | null): Usable {
  if (registered === null) throw new Problem(404, `Could not find a service with a name of ${name}`)
  const { service, row } = registered
  if (!row.isActive) throw new Problem(403, `Service ${row.name} is deactivated.`)
  if (service === null) throw new Problem(503, `Nothing on this instance can run services of the type '${row.type}'.`)
  return { row, service }
}

const callService: Handle = (request, { service }) => service.handle(request)

function intercepted(interceptors: readonly Interceptor[]): Handle {
  return async (arrived, registered) => {
    for (const each of interceptors) await each.limit?.(arrived)
    let request = arrived
    let response: ApiResponse | null = null
    for (const each of interceptors) {
      const step = await each.before?.(request)
      if (step === undefined) continue
      if ('response' in step) {
        response = step.response
        break
      }
      request = step.request
    }
    response ??= await callService(request, registered)
    for (const each of interceptors) response = (await each.after?.(request, response)) ?? response
    for (const each of interceptors) each.queued?.(request, response)
    return response
  }
}
