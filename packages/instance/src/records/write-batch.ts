import { LostTransaction } from '@millwright/connector/engine/problems'
import { Problem } from '@millwright/contract/problem'
import { allOrNothing, type BatchOptions, hasFailed, type Outcome } from './batch.ts'
import { BatchRun, type BatchTarget, type BatchWork, refused } from './batch-run.ts'

const noRollback = "This database has no transactions, so 'rollback' is not available for several records."

/** Maximum number of records per transaction where a failure only rolls back a few. */
const recordsInTransaction = 1_000

/**
 * Writes records in order, with as many per transaction as possible, and returns the result of each record that was tried
 * (docs/wire/errors.md). With `rollback`, one failure rolls back all. A failure of the database itself is thrown if nothing is written
 * yet; afterwards it is the result of the first record it rolled back, and no further record is tried.
 */
export async function writeBatch<In, Ready, Written>(
  place: BatchTarget<In>,
  work: BatchWork<In, Ready, Written>,
  options: BatchOptions,
): Promise<Outcome<Written>[]> {
  if (options.rollback && work.count > 1 && !place.dialect.transactions) throw new Problem(400, noRollback)
  const run = new BatchRun(place, work, options)
  if (options.rollback) return together(place, run)
  if (work.count === 1) {
    const alone = run.alone()
    if (alone !== null) return [await alone]
  }
  return portionByPortion(place, run, options.goOn)
}

async function portionByPortion<In, Ready, Written>(
  place: BatchTarget<In>,
  run: BatchRun<In, Ready, Written>,
  goOn: boolean,
): Promise<Outcome<Written>[]> {
  const { count, separate } = run.work
  const outcomes: Outcome<Written>[] = []
  let size = separate || count === 1 ? 1 : recordsInTransaction
  while (outcomes.length < count) {
    const from = outcomes.length
    try {
      if (separate) await run.ahead(from, from + size)
      const portion =
        size === 1
          ? [{ done: await run.single(from) }]
          : await place.transaction((within) => run.portion(within, from, from + size))
      outcomes.push(...(await run.finished(from, portion)))
      if (!goOn && hasFailed(portion)) break
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const ends = error.status >= 500 || error instanceof LostTransaction || place.isGivenUp?.() === true
      if (ends && from === 0) throw error
      if (ends || size === 1) outcomes.push({ problem: error })
      if (ends || (size === 1 && !goOn)) break
      // The commit failed although every statement succeeded: one record per transaction shows which one is at fault.
      size = 1
    }
  }
  return outcomes
}

async function together<In, Ready, Written>(
  place: BatchTarget<In>,
  run: BatchRun<In, Ready, Written>,
): Promise<Outcome<Written>[]> {
  const { count, separate } = run.work
  try {
    if (separate) await run.ahead(0, count)
    const outcomes = await allOrNothing<Written>((check) =>
      place.transaction(async (within) => check(await run.portion(within, 0, count))),
    )
    return hasFailed(outcomes) ? outcomes : await run.finished(0, outcomes)
  } catch (error) {
    if (error instanceof LostTransaction) throw error
    return [refused(error)]
  }
}
