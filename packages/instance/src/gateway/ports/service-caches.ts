import type { AnswerCache } from '../../platform/answers/answers.ts'
/** What a service remembers for a while, in memory; the values used longest ago give way to new ones. */
export interface Cache {
  /** Undefined when there is none, or it is too old. */
  get(key: string): unknown
  set(key: string, value: unknown, seconds: number): void
  delete(key: string): void
  clear(): void
}

/** The caches of services, on every node empty after the service was changed or flushed. */
export interface ServiceCaches {
  of(serviceId: number): Cache
  /** Of answers, which nodes may share. */
  answers(serviceId: number): AnswerCache
  /** Resolves once no node finds any kept answer of a service, or of all, any more. */
  outdate(serviceId: number | 'all'): Promise<void> | void
  /** Scripts by name, as they were fetched from where they are kept. */
  readonly scripts: Cache
}
