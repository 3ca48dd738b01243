/** The result of testing unsaved settings of a service (docs/wire/services.md). */
export interface ServiceCheck {
  readonly success: boolean
  /** Why the test failed, in the words of the other server or of the instance; `null` if it succeeded. */
  readonly reason: string | null
  /** Number of tables and views; `null` for services without tables and if the test failed. */
  readonly tables: number | null
  /** Problems that do not prevent the service from working. */
  readonly warnings: readonly string[]
}

/** The outcome of the last request to a service. */
export interface ServiceHealth {
  readonly healthy: boolean
  /** `null` if healthy. */
  readonly reason: string | null
  /** ISO 8601 with time zone. */
  readonly since: string
}
