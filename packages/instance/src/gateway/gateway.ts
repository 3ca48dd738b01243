import type { Identify } from '../parts.ts'
import type { Registry } from '../services/registry.ts'
import { admit, type Usable } from './admit.ts'
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
    return await handle(request, admit(request, registered))
  }
}

type Handle = (request: ApiRequest, registered: Usable) => Promise<ApiResponse>

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
