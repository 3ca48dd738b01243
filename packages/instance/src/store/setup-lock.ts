import { bound } from './bound.ts'
import type { Db, Store } from './store.ts'

/** An arbitrary number that other programs on the same PostgreSQL are unlikely to use. */
const key = 7_146_532_091

/** Serializes nodes that start together on one database, until the transaction ends. */
export async function takeSetupTurn({ store: { takeTurn } }: Store['engine'], tx: Db): Promise<void> {
  if (takeTurn !== null) await bound(takeTurn, key).execute(tx)
}
