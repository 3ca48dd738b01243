import { LostTransaction } from '@millwright/connector/engine/problems'
import { batchCode, Problem } from '@millwright/contract/problem'
import type { BatchContext } from '@millwright/contract/wire/list'
import { Yielder } from '../platform/yielder.ts'

export interface BatchOptions {
  /** Roll back all rows if one fails. */
  readonly rollback: boolean
  /** Continue after a failed row. */
  readonly goOn: boolean
}

export type BatchVerb = 'created' | 'updated' | 'deleted' | 'retrieved'

/** Result of a row that was tried. */
export type Outcome<T> = { readonly done: T } | { readonly problem: Problem }

/**
 * Tries row by row and stops at the first `Problem`, unless told to continue. Stops in any case at one that no row caused, such as a
 * full disk, and throws it if nothing was done before. Other errors and the loss of the transaction are always thrown.
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

/** Returns the error of a batch (docs/wire/errors.md). `rows`: results of the successful rows, by position. */
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

/** Returns the results of records that were requested one by one, in that order; `refusal`: creates the error of a missing record. */
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

/** Throws if the client is gone, so that the remaining work is skipped. */
export function throwIfAborted({ isGivenUp }: { readonly isGivenUp?: (() => boolean) | undefined }): void {
  if (isGivenUp?.() === true) throw new Problem(400, 'The client aborted the request.')
}

/** Rolls back a transaction in which a row was rejected. */
class RolledBack extends Error {}

/** Returns the results of rows in one transaction, which `check` rolls back if one of them was rejected. */
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

/** Prefetches slow work: starts up to `width` pieces ahead of the position that is requested, in order. */
export function prefetch<T>(
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
