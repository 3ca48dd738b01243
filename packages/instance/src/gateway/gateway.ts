import type { ApiRequest, ApiResponse, UnparsedRequest } from '../request/api-request.ts'
import { type Call, credentialsToCheck, programSignIn, requestOf, withoutSession } from '../request/call.ts'
import { checkBounds, type RequestBounds } from '../request/request-bounds.ts'
import { admit, publicEndpointsOf } from './admit.ts'
import type { Identify } from './parts.ts'
import type { Registered, Registry } from './registry.ts'

/**
 * A step in the processing of every request: limits, event scripts, logs. Interceptors run in the order of the gateway's list;
 * all methods are optional, and a thrown `Problem` rejects the request.
 */
export interface Interceptor {
  /** Runs after the request was allowed, before anything happens, and rejects what exceeds a limit. */
  limit?(request: ApiRequest): Promise<void> | void
  /** Returns the response, by calling `next` or without it; `null` if this request does not concern the interceptor. */
  around?(request: ApiRequest, registered: Registered, next: Handle): Promise<ApiResponse> | null
}

/** Continues to the service. */
export type Handle = (request: ApiRequest, registered: Registered) => Promise<ApiResponse>

/** The single entry point to every service. Throws a `Problem` for every rejected request. */
export type Gateway = (call: Call) => Promise<ApiResponse>

/** The gateway after identification, for a request whose caller is known. */
export type Forward = (request: ApiRequest) => Promise<ApiResponse>

/**
 * Finds the function that decides which request bodies a service receives as a stream, by the service's lower-case name; `null`
 * if it receives none.
 */
export type FindUploads = (service: string) => Promise<TakesUpload | null> | TakesUpload | null

export type TakesUpload = (request: UnparsedRequest) => boolean

type Services = Pick<Registry, 'find' | 'presentName' | 'all' | 'health' | 'passing'>

/** Calls services from within the instance. Parts may hold a dispatcher before `open`, but only call it afterwards. */
export interface Dispatcher {
  readonly services: Services
  /** Like a request from outside, with all interceptors. */
  readonly forward: Forward
  /** For requests to other services caused by a request that has been counted already. */
  readonly forwardUncounted: Forward
  /** Without interceptors. */
  readonly forwardPlainly: Forward
  /** Called once, when all services exist. */
  open(routes: Routes): void
}

interface Routes {
  readonly registry: Services
  /** Responds to `GET /api/v2` itself, which belongs to no service. */
  readonly listServices: (request: ApiRequest) => Promise<ApiResponse>
  /** Run only for counted requests. */
  readonly counting: readonly Interceptor[]
  /** Run after `counting`. */
  readonly interceptors: readonly Interceptor[]
}

/**
 * Services call each other, and interceptors make requests themselves. All of them hold a dispatcher, so that each can be created
 * before the others.
 */
export function createDispatcher(bounds: RequestBounds): Dispatcher {
  let registry: Services = { find: tooEarly, presentName: tooEarly, all: tooEarly, health: tooEarly, passing: tooEarly }
  let counted: Forward = tooEarly
  let uncounted: Forward = tooEarly
  let plain: Forward = tooEarly
  return {
    services: {
      find: (name) => registry.find(name),
      presentName: (name) => registry.presentName(name),
      all: () => registry.all(),
      health: () => registry.health(),
      passing: (row, config, work) => registry.passing(row, config, work),
    },
    forward: (request) => counted(request),
    forwardUncounted: (request) => uncounted(request),
    forwardPlainly: (request) => plain(request),
    open({ counting, interceptors, ...routes }) {
      registry = routes.registry
      counted = createForward(bounds, routes, [...counting, ...interceptors])
      uncounted = createForward(bounds, routes, interceptors)
      plain = createForward(bounds, routes, [])
    },
  }
}

function tooEarly(): never {
  throw new Error('A service was called before all of them were there.')
}

/** Runs authorize → limit → around → handle for each request (ARCHITECTURE.md). */
function createForward(
  bounds: RequestBounds,
  { registry, listServices }: Pick<Routes, 'registry' | 'listServices'>,
  interceptors: readonly Interceptor[],
): Forward {
  const handle = interceptors.length === 0 ? callService : intercepted(interceptors)

  const forward: Forward = async (request) => {
    checkBounds(bounds, request)
    if (request.service === '') return await listServices(request)
    const found = registry.find(request.service)
    const registered = found instanceof Promise ? await found : found
    if (registered === null) {
      const service = await registry.presentName(request.service)
      if (service !== request.service) return await forward({ ...request, service })
    }
    return await handle(request, admit(request, registered))
  }
  return forward
}

/** Identifies the caller, then forwards the request. */
export function createGateway(identify: Identify, forward: Forward, { find }: Pick<Services, 'find'>): Gateway {
  async function isForService({ service, resource, verb }: Call): Promise<boolean> {
    const endpoints = publicEndpointsOf(await find(service))
    return endpoints.some(
      ({ path, verbs, verifiesToken }) => verifiesToken && path === resource && verbs.includes(verb),
    )
  }

  return async (call) => {
    const isForeign = call.resource === programSignIn && (await isForService(call))
    const credentials = isForeign ? withoutSession(call.credentials) : credentialsToCheck(call)
    const identified = identify(credentials, call.address)
    const caller = identified instanceof Promise ? await identified : identified
    call.identified?.(caller)
    return await forward(requestOf(call, caller))
  }
}

const callService: Handle = (request, { service }) => service.handle(request)

/** Composes the chain once, so that unused steps cost nothing. */
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
