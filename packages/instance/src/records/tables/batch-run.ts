import { Problem } from '@millwright/contract/problem'
import type { Database, Engine, Session } from '../../engines/engine.ts'
import { LostTransaction } from '../../engines/problems.ts'
import { Yielder } from '../../platform/yielder.ts'
import { hasFailed, type Outcome, refuseGivenUp } from '../batch.ts'
import { again } from '../transact.ts'

/** The records of one call, each made ready outside of every transaction and then written. */
export interface BatchWork<Ready, Written> {
  readonly count: number
  /** Throws the refusal of a record that cannot be written. */
  prepare(position: number): Ready
  write(session: Session, ready: Ready): Promise<Written>
  /** Records with the same text can be written together; null: this one goes alone. */
  groupOf(ready: Ready): string | null
  /** How many go together at most. */
  readonly mostTogether: number
  /** Writes records of one group at once; null, or a refusal, when one of them cannot be written. */
  writeTogether(session: Session, ready: readonly Ready[]): Promise<readonly Written[] | null>
  /** Whether one record takes several statements, of which all or none are to stay. */
  isCompound(ready: Ready): boolean
  /** Whether other services take part, outside of every transaction: `before` and `after` each record, which then goes alone. */
  readonly elsewhere: boolean
  before?(ready: Ready): Promise<void>
  after?(ready: Ready, written: Written): Promise<void>
}

export interface BatchPlace {
  readonly engine: Engine
  readonly database: Database
  /** Whether nobody waits for the answer any more. */
  readonly isGivenUp: (() => boolean) | undefined
}

/** One call's records on their way. */
export class BatchRun<Ready, Written> {
  readonly work: BatchWork<Ready, Written>
  readonly #place: BatchPlace
  readonly #goOn: boolean
  readonly #ready = new Map<number, Outcome<Ready>>()
  readonly #yielder = new Yielder()

  constructor(place: BatchPlace, work: BatchWork<Ready, Written>, goOn: boolean) {
    this.work = work
    this.#place = place
    this.#goOn = goOn
  }

  /** A single record that needs no transaction; null: it needs one. */
  alone(): Promise<Outcome<Written>> | null {
    const ready = this.#prepared(0)
    if ('problem' in ready) return Promise.resolve(ready)
    if (this.work.isCompound(ready.done)) return null
    return again(() => this.#attempt(this.#place.database, ready.done))
  }

  /** What other services have to do before the records of a transaction. */
  async ahead(from: number, to: number): Promise<void> {
    for (let position = from; position < Math.min(to, this.work.count); position += 1) {
      const outcome = this.#prepared(position)
      try {
        if ('done' in outcome) await this.work.before?.(outcome.done)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        this.#ready.set(position, { problem: error })
      }
      if (!this.#goOn && hasFailed([this.#prepared(position)])) return
    }
  }

  /** The records from one position to before another, as far as they are tried. */
  async portion(session: Session, from: number, to: number): Promise<Outcome<Written>[]> {
    const outcomes: Outcome<Written>[] = []
    const end = Math.min(to, this.work.count)
    while (from + outcomes.length < end) {
      const position = from + outcomes.length
      refuseGivenUp(this.#place)
      const group = this.#group(position, end)
      const together = group.length > 1 ? await this.#together(session, group) : null
      outcomes.push(...(together ?? (await this.#oneByOne(session, position, Math.max(1, group.length)))))
      if (!this.#goOn && hasFailed(outcomes.slice(-Math.max(1, group.length)))) break
      await this.#yielder.step()
    }
    return outcomes
  }

  /** What other services have to do after a commit may fail too. */
  async finished(from: number, outcomes: Outcome<Written>[]): Promise<Outcome<Written>[]> {
    for (const [index, outcome] of outcomes.entries()) {
      const ready = this.#ready.get(from + index)
      this.#ready.delete(from + index)
      if (!this.work.elsewhere || 'problem' in outcome || ready === undefined || 'problem' in ready) continue
      try {
        await this.work.after?.(ready.done, outcome.done)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        outcomes[index] = { problem: error }
      }
    }
    return outcomes
  }

  /** The records from here on that can be written together with the first one. */
  #group(from: number, end: number): Ready[] {
    const group: Ready[] = []
    let name: string | null = null
    for (let position = from; position < end && group.length < this.work.mostTogether; position += 1) {
      const ready = this.#prepared(position)
      if ('problem' in ready) break
      const own = this.work.groupOf(ready.done)
      if (own === null || (name !== null && own !== name)) break
      name = own
      group.push(ready.done)
    }
    return group
  }

  async #together(session: Session, group: readonly Ready[]): Promise<Outcome<Written>[] | null> {
    const { savepoint } = this.#place.engine.dialect
    await session.run({ sql: savepoint.set(mark), values: [] })
    const written = await orNull(this.work.writeTogether(session, group))
    if (written === null) await session.run({ sql: savepoint.rollback(mark), values: [] })
    await this.#release(session)
    return written?.map((done) => ({ done })) ?? null
  }

  async #oneByOne(session: Session, from: number, count: number): Promise<Outcome<Written>[]> {
    const outcomes: Outcome<Written>[] = []
    for (let position = from; position < from + count; position += 1) {
      refuseGivenUp(this.#place)
      const ready = this.#prepared(position)
      const outcome = 'problem' in ready ? ready : await this.#undoable(session, ready.done)
      outcomes.push(outcome)
      if (!this.#goOn && 'problem' in outcome) break
      await this.#yielder.step()
    }
    return outcomes
  }

  async #undoable(session: Session, ready: Ready): Promise<Outcome<Written>> {
    const { engine } = this.#place
    const { savepoint, failureEndsTransaction } = engine.dialect
    if (!failureEndsTransaction && !this.work.isCompound(ready)) return this.#attempt(session, ready)
    await session.run({ sql: savepoint.set(mark), values: [] })
    const outcome = await this.#attempt(session, ready)
    if ('problem' in outcome) await session.run({ sql: savepoint.rollback(mark), values: [] })
    await this.#release(session)
    return outcome
  }

  async #release(session: Session): Promise<void> {
    const release = this.#place.engine.dialect.savepoint.release(mark)
    if (release !== null) await session.run({ sql: release, values: [] })
  }

  async #attempt(session: Session, ready: Ready): Promise<Outcome<Written>> {
    try {
      return { done: await this.work.write(session, ready) }
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

/** A refusal of one record; what is a failure of the database or of the whole transaction ends everything. */
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
