import { batchCode, Problem } from '@millwright/contract/problem'
import type { BatchContext } from '@millwright/contract/wire/list'
import { LostTransaction } from '../engines/problems.ts'
import { Yielder } from '../platform/yielder.ts'

export interface BatchOptions {
  /** All or nothing. */
  readonly rollback: boolean
  /** Go on after a failed row. */
  readonly goOn: boolean
}

export type BatchVerb = 'created' | 'updated' | 'deleted' | 'retrieved'

/** What became of the rows, as far as they were tried. */
export type Outcome<T> = { readonly done: T } | { readonly problem: Problem }

/**
 * Tries row by row; stops at the first refusal unless told to go on, and in any case at one that no row can be blamed for, such as a
 * full disk: that is thrown when nothing was done before it. Other errors than refusals are thrown, and the loss of the transaction is.
 */
export async function tryEach<T>(
  count: number,
  goOn: boolean,
  attempt: (position: number) => Promise<T>,
): Promise<Outcome<T>[]> {
  const outcomes: Outcome<T>[] = []
  const yielder = count > 1 ? new Yielder() : null
  for (let position = 0; position < count; position += 1) {
    try {
      outcomes.push({ done: await attempt(position) })
    } catch (error) {
      if (!(error instanceof Problem) || error instanceof LostTransaction) throw error
      const isOutage = error.status >= 500
      if (isOutage && position === 0) throw error
      outcomes.push({ problem: error })
      if (isOutage || !goOn) break
    }
    if (yielder !== null) await yielder.step()
  }
  return outcomes
}

export function hasFailed(outcomes: readonly Outcome<unknown>[]): boolean {
  return outcomes.some((outcome) => 'problem' in outcome)
}

/** The refusal of a batch (docs/wire/errors.md). `rows`: the answers of what was done, by position. */
export function batchProblem<T>(
  outcomes: readonly Outcome<T>[],
  rows: (done: T) => unknown,
  verb: BatchVerb,
  rolledBack: boolean,
): Problem {
  const context: BatchContext = { error: [], resource: [] }
  for (const [position, outcome] of outcomes.entries()) {
    if ('problem' in outcome) context.error.push(position)
    context.resource.push('problem' in outcome ? outcome.problem.body() : rows(outcome.done))
  }
  const message = `Batch Error: Not all requested records could be ${verb}.`
  return new Problem(400, rolledBack ? `${message} All changes rolled back.` : message, { code: batchCode, context })
}

/** What became of records that were asked for one by one, in that order; `refusal`: of one that was not found. */
export function retrieved<T>(
  found: readonly (T | undefined)[],
  goOn: boolean,
  refusal: (position: number) => Problem,
): Outcome<T>[] {
  const outcomes: Outcome<T>[] = []
  for (const [position, record] of found.entries()) {
    outcomes.push(record === undefined ? { problem: refusal(position) } : { done: record })
    if (record === undefined && !goOn) break
  }
  return outcomes
}

/** Nobody waits for the answer any more: what is left is not done. */
export function refuseGivenUp({ isGivenUp }: { readonly isGivenUp?: (() => boolean) | undefined }): void {
  if (isGivenUp?.() === true) throw new Problem(400, 'The client aborted the request.')
}

/** Ends a transaction in which a row was refused. */
class RolledBack extends Error {}

/** What became of rows in one transaction; `check` ends it when one of them was refused, so that none of them stays. */
export async function allOrNothing<T>(
  transaction: (check: (outcomes: Outcome<T>[]) => Outcome<T>[]) => Promise<Outcome<T>[]>,
): Promise<Outcome<T>[]> {
  const tried: { last: Outcome<T>[] } = { last: [] }
  try {
    return await transaction((outcomes) => {
      tried.last = outcomes
      if (hasFailed(outcomes)) throw new RolledBack('The batch was rolled back')
      return outcomes
    })
  } catch (error) {
    if (error instanceof RolledBack) return tried.last
    throw error
  }
}

/** Starts a few of many pieces of slow work before they are asked for, in order. */
export function ahead<T>(
  count: number,
  width: number,
  work: (position: number) => Promise<T> | T,
): (at: number) => Promise<T> {
  const start = async (position: number): Promise<T> => work(position)
  const started = new Map<number, Promise<T>>()
  let next = 0
  return (at) => {
    for (; next < Math.min(count, at + width); next += 1) {
      const promise = start(next)
      promise.catch(() => undefined)
      started.set(next, promise)
    }
    const wanted = started.get(at) ?? start(at)
    started.delete(at)
    return wanted
  }
}
