import type { StoreEngine } from '@millwright/connector/engine/engine'
import type { Load } from '@millwright/connector/semaphore'
import type { Kysely, Transaction } from 'kysely'
import type { Siblings } from '../platform/siblings.ts'
import type { Changes } from './changes.ts'
import type { Tables } from './tables.ts'

/** Reads and writes outside or inside a transaction. */
export type Db = Kysely<Tables> | Transaction<Tables>

/**
 * Runs SQL without the query builder, for hot paths whose text is compiled once and cached. On SQLite, statements are prepared once per
 * text.
 */
export interface Statements {
  all<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> | Row[]
  first<Row>(sql: string, parameters: readonly unknown[]): Promise<Row | undefined> | Row | undefined
}

/** The instance's own database. */
export interface Store {
  readonly engine: StoreEngine
  /** Reads see the last committed state, never an open transaction. */
  readonly db: Kysely<Tables>
  /** Committed state only, like `db`. */
  readonly statements: Statements
  /**
   * Serialized on SQLite; rolled back if the work throws. On databases that abort a transaction in favour of another one, the work runs
   * again, from its start: it must change nothing but the database. The same is true of `write` and `writeBriefly`.
   */
  transaction<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Like `transaction`, for compiled SQL that changes rows on hot paths. */
  write<T>(work: (statements: Statements) => Promise<T>): Promise<T>
  /**
   * Like `write`, for a few statements that do not wait for anything else: on SQLite, those that arrive together share a commit, and each
   * is rolled back alone.
   */
  writeBriefly<T>(work: (statements: Statements) => Promise<T>): Promise<T>
  readonly changes: Changes
  /** The other workers on a SQLite file; `null` if this process is alone, or on PostgreSQL. */
  readonly siblings: Siblings | null
  /** `listener` is called when another node has migrated the tables, or may have done so while notifications were interrupted. */
  onMigrated(listener: () => void): void
  /** Load of its connections; on SQLite, of the writing one. */
  readonly load: Load
  close(): Promise<void>
}
