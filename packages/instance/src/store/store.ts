import type { Kysely, Transaction } from 'kysely'
import type { StoreEngine } from '../engines/engine.ts'
import type { Load } from '../platform/instruments/instruments.ts'
import type { Changes } from './changes.ts'
import type { Tables } from './tables.ts'

/** Reads and writes outside a transaction, or inside one. */
export type Db = Kysely<Tables> | Transaction<Tables>

/**
 * Runs compiled SQL without going through the query builder: the way of hot paths, whose text is compiled once and kept.
 * On SQLite statements are prepared once for each text.
 */
export interface Statements {
  all<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> | Row[]
  first<Row>(sql: string, parameters: readonly unknown[]): Promise<Row | undefined> | Row | undefined
}

/** The instance's own database. */
export interface Store {
  readonly engine: StoreEngine
  /** Reads see the last committed state, never a transaction under way. */
  readonly db: Kysely<Tables>
  /** Committed state only, as `db`. */
  readonly statements: Statements
  /** One at a time on SQLite; rolled back when the work throws. */
  transaction<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** As `transaction`, for compiled SQL that changes rows: the way of hot paths. */
  write<T>(work: (statements: Statements) => Promise<T>): Promise<T>
  /**
   * As `write`, for a few statements that wait for nothing else: on SQLite, those that come together share a commit, and each is rolled
   * back alone.
   */
  writeBriefly<T>(work: (statements: Statements) => Promise<T>): Promise<T>
  readonly changes: Changes
  /** `listener` hears when another node has migrated the tables, or may have while this one could not hear it. */
  onMigrated(listener: () => void): void
  /** Of its connections; on SQLite, of the one that writes. */
  readonly load: Load
  close(): Promise<void>
}
