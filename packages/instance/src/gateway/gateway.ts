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

type Services = Pick<Registry, 'find' | 'all' | 'health' | 'passing'>

/** The ways to services from within the instance. Parts may hold them before `open` was called, and call them only after it. */
export interface Dispatcher {
  readonly services: Services
  /** As a request from outside goes, with everything that steps in. */
  readonly forward: Forward
  /** For what a request causes on other services, which has been counted with it. */
  readonly forwardUncounted: Forward
  /** Without anything that steps in. */
  readonly forwardPlainly: Forward
  /** Once, when all that answers calls is there. */
  open(routes: Routes): void
}

interface Routes {
  readonly registry: Services
  /** Answers `GET /api/v2` itself, which belongs to no service. */
  readonly listServices: (request: ApiRequest) => Promise<ApiResponse>
  /** Step in only where requests are counted. */
  readonly counting: readonly Interceptor[]
  /** Step in after those. */
  readonly interceptors: readonly Interceptor[]
}

/**
 * Services call each other, and what steps into calls makes calls itself: this is what all of them hold, so that each can be made
 * before the others.
 */
export function createDispatcher(): Dispatcher {
  let registry: Services = { find: tooEarly, all: tooEarly, health: tooEarly, passing: tooEarly }
  let counted: Forward = tooEarly
  let uncounted: Forward = tooEarly
  let plain: Forward = tooEarly
  return {
    services: {
      find: (name) => registry.find(name),
      all: () => registry.all(),
      health: () => registry.health(),
      passing: (row, config, work) => registry.passing(row, config, work),
    },
    forward: (request) => counted(request),
    forwardUncounted: (request) => uncounted(request),
    forwardPlainly: (request) => plain(request),
    open({ counting, interceptors, ...routes }) {
      registry = routes.registry
      counted = createForward(routes, [...counting, ...interceptors])
      uncounted = createForward(routes, interceptors)
      plain = createForward(routes, [])
    },
  }
}

function tooEarly(): never {
  throw new Error('A service was called before all of them were there.')
}

/** authorize → limit → what goes around → handle, for each request (ARCHITECTURE.md). */
function createForward(
  { registry, listServices }: Pick<Routes, 'registry' | 'listServices'>,
  interceptors: readonly Interceptor[],
): Forward {
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
    call.identified?.(caller)
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
