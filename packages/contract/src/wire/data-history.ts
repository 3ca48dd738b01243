import type { DataAction } from '../records/data-history.ts'

/** What a revert does, or would do, to one row (docs/wire/data-history.md). */
export interface RevertedRow {
  readonly service: string
  readonly table: string
  readonly record_id: string
  /** What becomes of the row now: `deleted` where it had been created. */
  readonly action: DataAction
  /** Columns that get another value. */
  readonly fields: readonly string[]
  /** Columns whose values were too long to be kept: they stay, or are empty. */
  readonly lost: readonly string[]
}

/** A row that stays as it is. */
export interface RevertConflict {
  readonly service: string
  readonly table: string
  readonly record_id: string | null
  readonly message: string
  /** Columns that something later has changed. */
  readonly fields: readonly string[]
}

/** The answer of `POST system/data_history/revert`. */
export interface Revert {
  /** How many rows were put back, or would be. */
  readonly count: number
  /** The first of them. */
  readonly rows: readonly RevertedRow[]
  readonly conflict_count: number
  /** The first of them. */
  readonly conflicts: readonly RevertConflict[]
}
