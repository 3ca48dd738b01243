import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import type { Registered } from './registry.ts'

/**
 * What may step into every request: limits, scripts at events, logs. Steps run in the order of the gateway's list; each is
 * optional, and what throws a `Problem` refuses the request.
 */
export interface Interceptor {
  /** After the request was allowed, before anything happens: refuses what is too much. */
  limit?(request: ApiRequest): Promise<void> | void
  /** Makes the answer, by way of `next` or without it; null: this request is nothing to it, and costs nothing. */
  around?(request: ApiRequest, registered: Registered, next: Handle): Promise<ApiResponse> | null
}

/** The way on to the service. */
export type Handle = (request: ApiRequest, registered: Registered) => Promise<ApiResponse>
