/** What a collection answers: the rows, and what `include_count` and `include_schema` add. */
export interface ListAnswer<T> {
  resource: T[]
  meta?: { count?: number; schema?: unknown }
}

/** The `context` of a batch problem: positions of the rows that failed, and every row's result or error. */
export interface BatchContext {
  error: number[]
  resource: unknown[]
}
