import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import type { Registered } from './registry.ts'

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
