/** What came of testing settings of a service that nobody stored (docs/wire/services.md). */
export interface ServiceCheck {
  readonly success: boolean
  /** Why not, as the other side or the instance says it; null when it works. */
  readonly reason: string | null
  /** How many tables and views there are; null where the kind has none, and when it does not work. */
  readonly tables: number | null
  /** What is worth knowing although it works. */
  readonly warnings: readonly string[]
}

/** What came of the last call of a service. */
export interface ServiceHealth {
  readonly healthy: boolean
  /** Null when healthy. */
  readonly reason: string | null
  /** ISO 8601, with the time zone. */
  readonly since: string
}
