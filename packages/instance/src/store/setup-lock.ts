import { sql } from 'kysely'
import type { Db, Store } from './store.ts'

/** Any number that no other program on the same PostgreSQL is likely to have chosen. */
const key = 7_146_532_091

/**
 * Makes nodes that start together on one PostgreSQL take turns, until the transaction ends. On SQLite a transaction is
 * alone anyway.
 */
export async function takeSetupTurn(engine: Store['engine'], tx: Db): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${key})`.execute(tx)
}
