import type { AnswerCache } from '../../platform/answers.ts'
/** An in-memory cache of a service, which evicts the least recently used values. */
export interface Cache {
  /** `undefined` if the key is missing or expired. */
  get(key: string): unknown
  set(key: string, value: unknown, seconds: number): void
  delete(key: string): void
  clear(): void
}

/** The caches of services, cleared on every node when the service is changed or its cache is flushed. */
export interface ServiceCaches {
  of(serviceId: number): Cache
  /** The cache of responses, which nodes may share. */
  answers(serviceId: number): AnswerCache
  /** Resolves when no node returns any cached response of a service, or of all services, any more. */
  outdate(serviceId: number | 'all'): Promise<void> | void
  /** Sources of linked scripts, by name. */
  readonly scripts: Cache
}
