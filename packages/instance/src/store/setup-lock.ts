import { bound } from './bound.ts'
import type { Db, Store } from './store.ts'

/** Any number that no other program on the same PostgreSQL is likely to have chosen. */
const key = 7_146_532_091

/** Makes nodes that start together on one database take turns, until the transaction ends. */
export async function takeSetupTurn({ store: { takeTurn } }: Store['engine'], tx: Db): Promise<void> {
  if (takeTurn !== null) await bound(takeTurn, key).execute(tx)
}
