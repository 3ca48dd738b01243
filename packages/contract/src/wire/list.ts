/** The response of a collection: the rows, and what `include_count` and `include_schema` add. */
export interface ListAnswer<T> {
  resource: T[]
  meta?: { count?: number; schema?: unknown }
}

/** The `context` of a batch problem: indexes of the rows that failed, and the result or error of every row. */
export interface BatchContext {
  error: number[]
  resource: unknown[]
}
