/** Answers that services keep for a while, by all that they depend on (docs/wire/caches.md). Never throws. */
export interface Answers {
  of(serviceId: number): AnswerCache
  /** Whatever is kept of a service, or of all of them, is not found any more, by any node that shares it. */
  outdate(serviceId: number | 'all'): Promise<void> | void
  close(): Promise<void>
}

export interface AnswerCache {
  /** To be asked before the answer is made, so that one made of what changed meanwhile is not kept. */
  find(key: string): Promise<FoundAnswer> | FoundAnswer
  /** What answers are made of has changed. */
  outdate(): Promise<void> | void
}

export interface FoundAnswer {
  /** A JSON value; undefined when there is none, or it is too old. */
  readonly value: unknown
  keep(value: unknown, seconds: number): Promise<void> | void
}
