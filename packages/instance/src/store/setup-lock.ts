import { bound } from './bound.ts'
import type { Db, Store } from './store.ts'

/** Arbitrary numbers that other programs on the same PostgreSQL are unlikely to use. */
const setup = 7_146_532_091
const configuration = 7_146_532_092

/** Serializes nodes that start together on one database, until the transaction ends. */
export async function takeSetupTurn({ store: { takeTurn } }: Store['engine'], tx: Db): Promise<void> {
  if (takeTurn !== null) await bound(takeTurn, setup).execute(tx)
}

/**
 * Runs work that takes longer while no other node does: those that start meanwhile are only held up if they have such work too. On SQLite,
 * other processes start when the first one is ready.
 */
export async function inConfigurationTurn<T>({ engine, transaction }: Store, work: () => Promise<T>): Promise<T> {
  const { takeTurn } = engine.store
  if (takeTurn === null) return work()
  return transaction(async (tx) => {
    await bound(takeTurn, configuration).execute(tx)
    return work()
  })
}
