import type { StoreDialect } from '@millwright/connector/engine/store-dialect'
import { sql } from 'kysely'
import type { Db, Store } from '../store.ts'

/** A forward-only step from one version of the tables to the next. Never changed once released. */
export interface Migration {
  /** Determines the order of migrations; never reused. */
  readonly number: number
  readonly name: string
  /**
   * Nodes of the previous version can use the migrated tables: it only adds what they neither read nor have to fill. Without it, they stop
   * accepting requests (docs/reliability.md).
   */
  readonly compatible?: true
  /** SQL statements in order, for the engine of the dialect. */
  statements(dialect: StoreDialect): readonly string[]
}

export async function applyMigration(migration: Migration, engine: Store['engine'], tx: Db): Promise<void> {
  for (const statement of migration.statements(engine.store)) await sql.raw(statement).execute(tx)
}
