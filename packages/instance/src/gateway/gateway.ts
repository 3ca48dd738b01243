import type { ApiRequest, ApiResponse, Unread } from '../request/api-request.ts'
import { type Call, requestOf } from '../request/call.ts'
import { credentialsToCheck } from '../request/session-calls.ts'
import { admit } from './admit.ts'
import type { Handle, Interceptor } from './interceptor.ts'
import type { Identify } from './parts.ts'
import type { Registry } from './registry.ts'

/** The one way to every service. Throws a `Problem` for everything that is refused. */
export type Gateway = (call: Call) => Promise<ApiResponse>

/** The gateway from "authorize" on, for a request whose caller is known. */
export type Forward = (request: ApiRequest) => Promise<ApiResponse>

/** Finds what says which bodies are sent to a service, by its name in lower case, as they arrive; null: none. */
export type FindUploads = (service: string) => Promise<TakesUpload | null> | TakesUpload | null

export type TakesUpload = (request: Unread) => boolean

interface ForwardParts {
  readonly registry: Pick<Registry, 'find'>
  /** Answers `GET /api/v2` itself, which belongs to no service. */
  readonly listServices: (request: ApiRequest) => Promise<ApiResponse>
  readonly interceptors: readonly Interceptor[]
}

/** authorize → limit → what goes around → handle, for each request (ARCHITECTURE.md). */
export function createForward({ registry, listServices, interceptors }: ForwardParts): Forward {
  const handle = interceptors.length === 0 ? callService : intercepted(interceptors)

  return async (request) => {
    if (request.service === '') return await listServices(request)
    const found = registry.find(request.service)
    const registered = found instanceof Promise ? await found : found
    return await handle(request, admit(request, registered))
  }
}

/** identify, then forward. */
export function createGateway(identify: Identify, forward: Forward): Gateway {
  return async (call) => {
    const identified = identify(credentialsToCheck(call), call.address)
    const caller = identified instanceof Promise ? await identified : identified
    return await forward(requestOf(call, caller))
  }
}

const callService: Handle = (request, { service }) => service.handle(request)

/** What no interceptor needs costs nothing: the way through is put together once. */
function intercepted(interceptors: readonly Interceptor[]): Handle {
  const handle = interceptors.reduceRight(surrounded, callService)
  const limiting = interceptors.filter(({ limit }) => limit !== undefined)
  if (limiting.length === 0) return handle
  return (request, registered) => {
    const waiting = limited(limiting, request, 0)
    return waiting === undefined ? handle(request, registered) : waiting.then(() => handle(request, registered))
  }
}

function limited(limiting: readonly Interceptor[], request: ApiRequest, from: number): Promise<void> | undefined {
  for (const [at, each] of limiting.entries()) {
    if (at < from) continue
    const waiting = each.limit?.(request)
    if (waiting instanceof Promise) return waiting.then(() => limited(limiting, request, at + 1))
  }
  return undefined
}

function surrounded(next: Handle, { around }: Interceptor): Handle {
  return around === undefined
    ? next
    : (request, registered) => around(request, registered, next) ?? next(request, registered)
}
