import type { ApiRequest, ApiResponse } from './api-request.ts'

/**
 * What may step into every request: limits, event scripts, logs. Steps run in the order of the gateway's list; each is
 * optional, and what throws a `Problem` refuses the request.
 */
export interface Interceptor {
  /** After the request was allowed, before anything happens: refuses what is too much. */
  limit?(request: ApiRequest): Promise<void> | void
  /** Answers the request to go on with, or a response that makes the service unnecessary. */
  before?(request: ApiRequest): Promise<Intercepted> | Intercepted
  /** Answers the response to go on with. */
  after?(request: ApiRequest, response: ApiResponse): Promise<ApiResponse> | ApiResponse
  /** Starts what nobody waits for; must not throw. */
  queued?(request: ApiRequest, response: ApiResponse): void
}

export type Intercepted = { readonly request: ApiRequest } | { readonly response: ApiResponse }
