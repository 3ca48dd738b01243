import type { Dialect } from '@millwright/connector/engine/engine'
import { LostTransaction } from '@millwright/connector/engine/problems'
import type { MaybePromise } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { Yielder } from '../platform/yielder.ts'
import { type BatchOptions, hasFailed, type Outcome, throwIfAborted } from './batch.ts'

/** The records of one call, each prepared outside of any transaction and then written. `In`: a transaction. */
export interface BatchWork<In, Ready, Written> {
  readonly count: number
  /** Throws a `Problem` if the record cannot be written. */
  prepare(position: number): Ready
  write(within: In, ready: Ready): Promise<Written>
  /** Whether the record takes several statements that must succeed or fail together. */
  isCompound(ready: Ready): boolean
  /** Which records can be written in one statement; absent: each is written alone. */
  readonly groups?: BatchGroups<In, Ready, Written>
  /** Whether each record has its own transaction, with slow work before and after it that may fail too. */
  readonly separate: boolean
  before?(ready: Ready): MaybePromise<void>
  after?(ready: Ready, written: Written): Promise<void>
}

export interface BatchGroups<In, Ready, Written> {
  /** Maximum number of records per group. */
  readonly most: number
  /** Returns a text that is equal for records of one group, or `null` if the record must be written alone. */
  nameOf(ready: Ready): string | null
  /** Writes the records of a group together; returns `null` or throws a `Problem` if one of them cannot be written. */
  write(within: In, ready: readonly Ready[]): Promise<readonly Written[] | null>
}

/** Notes about writes, collected until they are committed. */
export interface BatchNotes {
  /** Number of notes so far. */
  readonly mark: number
  /** Drops the notes since the mark, as their writes are rolled back. */
  rollbackTo(mark: number): void
}

/** Where the records of a call are written. */
export interface BatchTarget<In> {
  readonly dialect: Pick<Dialect, 'savepoint' | 'failureEndsTransaction' | 'transactions'>
  /** Runs work in a transaction, again if the database aborted it in favour of another transaction. */
  transaction<T>(work: (within: In) => Promise<T>): Promise<T>
  /** Runs work of a single statement without a transaction; `null`: all work needs one. */
  readonly once: (<T>(work: (within: In) => Promise<T>) => Promise<T>) | null
  /** Runs a statement without parameters in a transaction. */
  run(within: In, sql: string): MaybePromise<unknown>
  /** Returns the notes about writes in a transaction, which are rolled back with it; `null`: none. */
  notesOf(within: In): BatchNotes | null
  /** Returns whether the client is gone. */
  readonly isGivenUp: (() => boolean) | undefined
}

/** Writes the records of one call. */
export class BatchRun<In, Ready, Written> {
  readonly work: BatchWork<In, Ready, Written>
  readonly #place: BatchTarget<In>
  readonly #goOn: boolean
  /** Whether a failing record needs a savepoint: records before it may stay, or further records are tried. */
  readonly #marks: boolean
  readonly #ready = new Map<number, Outcome<Ready>>()
  readonly #yielder = new Yielder()

  constructor(place: BatchTarget<In>, work: BatchWork<In, Ready, Written>, { goOn, rollback }: BatchOptions) {
    this.work = work
    this.#place = place
    this.#goOn = goOn
    this.#marks = goOn || !rollback
  }

  /** Writes a single record without a transaction; `null` if it needs one. */
  alone(): Promise<Outcome<Written>> | null {
    const { once } = this.#place
    if (once === null || this.work.separate) return null
    const ready = this.#prepared(0)
    if ('problem' in ready) return Promise.resolve(ready)
    return this.work.isCompound(ready.done) ? null : once((within) => this.#attempt(within, ready.done))
  }

  /** Runs the slow work before the records of a transaction. */
  async ahead(from: number, to: number): Promise<void> {
    for (let position = from; position < Math.min(to, this.work.count); position += 1) {
      throwIfAborted(this.#place)
      const outcome = this.#prepared(position)
      try {
        const before = 'done' in outcome ? this.work.before?.(outcome.done) : undefined
        if (before instanceof Promise) await before
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        this.#ready.set(position, { problem: error })
      }
      if (!this.#goOn && hasFailed([this.#prepared(position)])) return
      if (position > from) await this.#yielder.step()
    }
  }

  /** Writes one record in its own transaction, which a `Problem` rolls back. */
  async single(position: number): Promise<Written> {
    await this.#yielder.step()
    const ready = this.#prepared(position)
    if ('problem' in ready) throw ready.problem
    return this.#place.transaction((within) => {
      throwIfAborted(this.#place)
      return this.work.write(within, ready.done)
    })
  }

  /** Writes the records from one position up to another (exclusive), stopping at a failure unless told to continue. */
  async portion(within: In, from: number, to: number): Promise<Outcome<Written>[]> {
    const outcomes: Outcome<Written>[] = []
    const end = Math.min(to, this.work.count)
    while (from + outcomes.length < end) {
      const position = from + outcomes.length
      throwIfAborted(this.#place)
      const group = this.#group(position, end)
      const together = group.length > 1 ? await this.#together(within, group) : null
      outcomes.push(...(together ?? (await this.#oneByOne(within, position, Math.max(1, group.length)))))
      if (!this.#goOn && hasFailed(outcomes.slice(-Math.max(1, group.length)))) break
      await this.#yielder.step()
    }
    return outcomes
  }

  /** Runs the slow work after a commit. */
  async finished(from: number, outcomes: Outcome<Written>[]): Promise<Outcome<Written>[]> {
    for (const [index, outcome] of outcomes.entries()) {
      const ready = this.#ready.get(from + index)
      this.#ready.delete(from + index)
      if (!this.work.separate || 'problem' in outcome || ready === undefined || 'problem' in ready) continue
      try {
        await this.work.after?.(ready.done, outcome.done)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        outcomes[index] = { problem: error }
      }
    }
    return outcomes
  }

  /** Returns the records from here on that can be written together with the first one. */
  #group(from: number, end: number): Ready[] {
    const { groups } = this.work
    const group: Ready[] = []
    if (groups === undefined) return group
    let name: string | null = null
    for (let position = from; position < end && group.length < groups.most; position += 1) {
      const ready = this.#prepared(position)
      if ('problem' in ready) break
      const own = groups.nameOf(ready.done)
      if (own === null || (name !== null && own !== name)) break
      name = own
      group.push(ready.done)
    }
    return group
  }

  async #together(within: In, group: readonly Ready[]): Promise<Outcome<Written>[] | null> {
    const { groups } = this.work
    if (groups === undefined) return null
    const noted = await this.#set(within)
    const written = await orNull(groups.write(within, group))
    if (written === null) await this.#goBack(within, noted)
    await this.#release(within)
    return written?.map((done) => ({ done })) ?? null
  }

  async #oneByOne(within: In, from: number, count: number): Promise<Outcome<Written>[]> {
    const outcomes: Outcome<Written>[] = []
    for (let position = from; position < from + count; position += 1) {
      throwIfAborted(this.#place)
      const ready = this.#prepared(position)
      const outcome = 'problem' in ready ? ready : await this.#undoable(within, ready.done)
      outcomes.push(outcome)
      if (!this.#goOn && 'problem' in outcome) break
      await this.#yielder.step()
    }
    return outcomes
  }

  async #undoable(within: In, ready: Ready): Promise<Outcome<Written>> {
    const needsMark = this.#marks && (this.#place.dialect.failureEndsTransaction || this.work.isCompound(ready))
    if (!needsMark) return this.#attempt(within, ready)
    const noted = await this.#set(within)
    const outcome = await this.#attempt(within, ready)
    if ('problem' in outcome) await this.#goBack(within, noted)
    await this.#release(within)
    return outcome
  }

  /** Sets a savepoint and returns the number of notes so far. */
  async #set(within: In): Promise<number> {
    const { dialect, run, notesOf } = this.#place
    if (dialect.transactions) await run(within, dialect.savepoint.set(mark))
    return notesOf(within)?.mark ?? 0
  }

  async #goBack(within: In, noted: number): Promise<void> {
    const { dialect, run, notesOf } = this.#place
    if (dialect.transactions) await run(within, dialect.savepoint.rollback(mark))
    notesOf(within)?.rollbackTo(noted)
  }

  async #release(within: In): Promise<void> {
    const { savepoint, transactions } = this.#place.dialect
    const release = transactions ? savepoint.release(mark) : null
    if (release !== null) await this.#place.run(within, release)
  }

  async #attempt(within: In, ready: Ready): Promise<Outcome<Written>> {
    try {
      return { done: await this.work.write(within, ready) }
    } catch (error) {
      return refused(error)
    }
  }

  #prepared(position: number): Outcome<Ready> {
    const known = this.#ready.get(position)
    if (known !== undefined) return known
    const outcome = attempted(() => this.work.prepare(position))
    this.#ready.set(position, outcome)
    return outcome
  }
}

const mark = 'millwright'

/** Returns the `Problem` of a single record; rethrows failures of the database or of the whole transaction. */
export function refused(error: unknown): { readonly problem: Problem } {
  if (error instanceof Problem && error.status < 500 && !(error instanceof LostTransaction)) return { problem: error }
  throw error
}

function attempted<T>(work: () => T): Outcome<T> {
  try {
    return { done: work() }
  } catch (error) {
    return refused(error)
  }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    refused(error)
    return null
  }
}
