/** Cached responses of services, by everything they depend on (docs/wire/caches.md). Never throws. */
export interface ResponseCache {
  of(serviceId: number): AnswerCache
  /** Invalidates all cached responses of a service, or of all services, on every node that shares the cache. */
  outdate(serviceId: number | 'all'): Promise<void> | void
  close(): Promise<void>
}

export interface AnswerCache {
  /** Call this before computing the response, so that it is not stored if its source changes in the meantime. */
  find(key: string): Promise<FoundAnswer> | FoundAnswer
  /** Invalidates the responses because their source has changed. */
  outdate(): Promise<void> | void
}

export interface FoundAnswer {
  /** A JSON value; `undefined` if missing or expired. */
  readonly value: unknown
  keep(value: unknown, seconds: number): Promise<void> | void
}
