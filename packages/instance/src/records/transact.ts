import type { Database, Session } from '../engines/engine.ts'
import { LostTransaction } from '../engines/problems.ts'

const mostAttempts = 5

/** One transaction, tried again when the database gave it up for another. `work` must bear to be run again. */
export function transact<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  return again(() => database.transaction(work))
}

/** Changes that wait for each other in a circle, of which the database gives one up, are not the callers' business. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof LostTransaction) || attempt === mostAttempts) throw error
    }
  }
}
