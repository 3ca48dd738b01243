import type { DataAction } from '../records/data-history.ts'

/** What a revert does, or would do, to a row (docs/wire/data-history.md). */
export interface RevertedRow {
  readonly service: string
  readonly table: string
  readonly record_id: string
  /** What the revert does to the row: `deleted` if it had been created. */
  readonly action: DataAction
  /** Columns whose values change. */
  readonly fields: readonly string[]
  /** Columns whose old values were too long to be stored: they are unchanged, or empty. */
  readonly lost: readonly string[]
}

/** A row that the revert leaves unchanged. */
export interface RevertConflict {
  readonly service: string
  readonly table: string
  readonly record_id: string | null
  readonly message: string
  /** Columns that a later change has modified. */
  readonly fields: readonly string[]
}

/** The response of `POST system/data_history/revert`. */
export interface Revert {
  /** Number of rows that were reverted, or would be. */
  readonly count: number
  /** The first reverted rows. */
  readonly rows: readonly RevertedRow[]
  readonly conflict_count: number
  /** The first conflicts. */
  readonly conflicts: readonly RevertConflict[]
}
