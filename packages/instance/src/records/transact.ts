import type { Database, Session } from '@millwright/connector/engine/engine'
import { retryLost } from '../engines/contention.ts'

/** Runs a transaction, again if the database aborted it in favour of another. `work` must be repeatable. */
export function transact<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  return retryLost(() => database.transaction(work))
}
