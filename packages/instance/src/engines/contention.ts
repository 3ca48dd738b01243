import { setTimeout as wait } from 'node:timers/promises'
import { LostTransaction } from '@millwright/connector/engine/problems'
import { Problem } from '@millwright/contract/problem'

/** The problem for a write to a database that has waited too long for its turn. */
export function databaseBusy(): Problem {
  return new Problem(503, 'The database is busy with other changes. Please try again.')
}

const maxAttempts = 8
/** Milliseconds; doubled for each further attempt, of which a random part is waited. */
const shortestWait = 4

/**
 * Runs work again if the database aborted it in favour of another transaction, as callers cannot know of each other's. `work` must be
 * repeatable: a whole transaction, which changes nothing but the database before it returns, or a statement outside of one.
 * @throws LostTransaction after several attempts
 */
export async function retryLost<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof LostTransaction) || attempt === maxAttempts) throw error
    }
    // Two that fail in step would fail each other again.
    if (attempt > 1) await wait(Math.random() * shortestWait * 2 ** attempt)
  }
}
