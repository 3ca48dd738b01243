import type { Database, Session } from '../engines/engine.ts'
import { LostTransaction } from '../engines/problems.ts'

const maxAttempts = 5

/** Runs a transaction, again if the database aborted it in favour of another. `work` must be repeatable. */
export function transact<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  return retryDeadlocks(() => database.transaction(work))
}

/** Retries deadlocks, since callers cannot know about each other's transactions. */
export async function retryDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof LostTransaction) || attempt === maxAttempts) throw error
    }
  }
}
