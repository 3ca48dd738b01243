import { sql } from 'kysely'
import type { StoreDialect } from '../../engines/store-dialect.ts'
import type { Db, Store } from '../store.ts'

/** A step from one form of the tables to the next, forward only. Never changed once released. */
export interface Migration {
  /** The order in which they are applied; none is ever used twice. */
  readonly number: number
  readonly name: string
  /**
   * Nodes of the version before can go on with the tables as this leaves them: it only adds what they neither read nor have to fill.
   * Without it they stop to take requests (docs/reliability.md).
   */
  readonly compatible?: true
  /** SQL statements in order, on the engine that the dialect is of. */
  statements(dialect: StoreDialect): readonly string[]
}

export async function applyMigration(migration: Migration, engine: Store['engine'], tx: Db): Promise<void> {
  for (const statement of migration.statements(engine.store)) await sql.raw(statement).execute(tx)
}
