import { Problem } from '@millwright/contract/problem'
import type { Database } from '../../engines/engine.ts'
import { LostTransaction } from '../../engines/problems.ts'
import { allOrNothing, type BatchOptions, hasFailed, type Outcome } from '../batch.ts'
import { transact } from '../transact.ts'
import { type BatchPlace, BatchRun, type BatchWork, refused } from './batch-run.ts'

/** Records in one transaction, where a failure takes only a few back. */
const recordsInTransaction = 1_000

/**
 * Writes records in their order, as many in one transaction as can be: what became of each, as far as they were tried
 * (docs/wire/errors.md). With `rollback` the failure of one leaves none. A failure of the database itself is thrown while nothing is
 * written; after that it is the outcome of the first record that it took back, and no other is tried.
 */
export async function writeBatch<Ready, Written>(
  place: BatchPlace,
  work: BatchWork<Ready, Written>,
  options: BatchOptions,
): Promise<Outcome<Written>[]> {
  const { database } = place
  const run = new BatchRun(place, work, options.goOn)
  if (options.rollback) return together(database, run)
  if (work.count === 1) {
    const alone = run.alone()
    if (alone !== null) return [await alone]
  }
  return portionByPortion(place, run, options.goOn)
}

async function portionByPortion<Ready, Written>(
  { database, isGivenUp }: BatchPlace,
  run: BatchRun<Ready, Written>,
  goOn: boolean,
): Promise<Outcome<Written>[]> {
  const outcomes: Outcome<Written>[] = []
  let size = run.work.elsewhere ? 1 : recordsInTransaction
  while (outcomes.length < run.work.count) {
    const from = outcomes.length
    try {
      if (run.work.elsewhere) await run.ahead(from, from + size)
      const portion = await transact(database, (session) => run.portion(session, from, from + size))
      outcomes.push(...(await run.finished(from, portion)))
      if (!goOn && hasFailed(portion)) break
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const ends = error.status >= 500 || error instanceof LostTransaction || isGivenUp?.() === true
      if (ends && from === 0) throw error
      if (ends || size === 1) outcomes.push({ problem: error })
      if (ends || (size === 1 && !goOn)) break
      // The commit found what no statement did: only one record in each transaction tells whose it is.
      size = 1
    }
  }
  return outcomes
}

async function together<Ready, Written>(
  database: Database,
  run: BatchRun<Ready, Written>,
): Promise<Outcome<Written>[]> {
  const { count, elsewhere } = run.work
  try {
    if (elsewhere) await run.ahead(0, count)
    const outcomes = await allOrNothing<Written>((check) =>
      transact(database, async (session) => check(await run.portion(session, 0, count))),
    )
    return hasFailed(outcomes) ? outcomes : await run.finished(0, outcomes)
  } catch (error) {
    if (error instanceof LostTransaction) throw error
    return [refused(error)]
  }
}
