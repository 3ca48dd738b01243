import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, Dialect, Session } from '@millwright/connector/engine/engine'
import { LostTransaction } from '@millwright/connector/engine/problems'
import type { Outcome, Statement } from '@millwright/connector/engine/statement'
import { Semaphore } from '@millwright/connector/semaphore'
import { Problem } from '@millwright/contract/problem'
import {
  currentRequest,
  inRequest,
  newRequestId,
  type WholeOutcome,
  type WholeWork,
  wholeOf,
} from '../platform/tracing/request-context.ts'
import { databaseBusy } from './contention.ts'

/**
 * Runs work whose requests to a service are one transaction, which is rolled back if the work throws. `keeps`: whether what was written
 * stays; otherwise it is rolled back at the end, too. Throws `LostTransaction` if the database ended it.
 */
export type RunWhole = <T>(work: () => Promise<T>, how: { readonly keeps: boolean }) => Promise<T>

interface SharedDatabase {
  /** The database, whose statements are part of the transaction that the current request is part of. */
  readonly database: Database
  readonly whole: RunWhole
}

/** Lets several requests to the database of a service be one transaction. */
export function withSharedTransactions(
  database: Database,
  { dialect, serviceId }: { readonly dialect: Dialect; readonly serviceId: number },
): SharedDatabase {
  const place = { database, dialect, serviceId }

  /** Throws a 503 if the service was replaced since the transaction began: the request would not be part of it. */
  function current(): SharedTransaction | null {
    const whole = wholeOf(serviceId)
    if (whole === null) return null
    if (whole instanceof SharedTransaction && whole.isOf(database)) return whole
    throw new Problem(503, 'The service was changed in the meantime. Please try again.')
  }

  return {
    database: {
      ...(database.load === undefined ? {} : { load: database.load }),
      run: (statement) => current()?.run(statement) ?? database.run(statement),
      transaction: (work) => current()?.nested(work) ?? database.transaction(work),
      changeSchema(work) {
        if (current() !== null) throw new Problem(409, 'Tables cannot be changed within a transaction.')
        return database.changeSchema(work)
      },
      session: (work) => database.session(work),
      async *stream(statement) {
        const shared = current()
        if (shared === null) yield* database.stream(statement)
        else yield (await shared.run(statement)).rows
      },
      introspect: (only) => database.introspect(only),
      close: () => database.close(),
    },
    whole: (work, { keeps }) => {
      const shared = current()
      const ended = async () => {
        const result = await work()
        return keeps ? result : undo(result)
      }
      return undone(shared === null ? inTransaction(place, ended) : shared.nested(ended))
    },
  }
}

interface Place {
  readonly database: Database
  readonly dialect: Dialect
  readonly serviceId: number
}

async function inTransaction<T>(place: Place, work: () => Promise<T>): Promise<T> {
  const around = currentRequest()
  const opened: { shared: SharedTransaction | null; isEnding: boolean } = { shared: null, isEnding: false }
  try {
    const result = await place.database.transaction(async (session) => {
      const shared = new SharedTransaction(session, place, around?.whole ?? null)
      opened.shared = shared
      const working = inRequest({ ...around, id: around?.id ?? newRequestId(), whole: shared }, work)
      const done = await working.finally(() => shared.close())
      if (shared.isLost) throw new LostTransaction()
      opened.isEnding = true
      return done
    })
    await opened.shared?.tell('kept')
    return result
  } catch (error) {
    const { shared, isEnding } = opened
    await shared?.tell(isEnding && error instanceof Problem && error.status >= 500 ? 'unknown' : 'undone')
    throw shared?.isLost && !(error instanceof Undone) ? new LostTransaction() : error
  }
}

/** Which transaction the current work has the turn in. */
const turns = new AsyncLocalStorage<SharedTransaction>()

class SharedTransaction implements WholeWork {
  readonly around: WholeWork | null
  readonly #session: Session
  readonly #place: Place
  readonly #turn = new Semaphore({ refusal: databaseBusy })
  readonly #tells: ((outcome: WholeOutcome) => unknown)[] = []
  #marks = 0
  #isLost = false
  #isOver = false
  #outcome: WholeOutcome | null = null

  constructor(session: Session, place: Place, around: WholeWork | null) {
    this.#session = session
    this.#place = place
    this.around = around
  }

  get serviceId(): number {
    return this.#place.serviceId
  }

  /** Whether the database ended it. */
  get isLost(): boolean {
    return this.#isLost
  }

  isOf(database: Database): boolean {
    return this.#place.database === database
  }

  whenEnded(tell: (outcome: WholeOutcome) => unknown): void {
    if (this.#outcome === null) this.#tells.push(tell)
    else tell(this.#outcome)
  }

  async tell(outcome: WholeOutcome): Promise<void> {
    this.#outcome = outcome
    for (const tell of this.#tells) await tell(outcome)
  }

  run(statement: Statement): Promise<Outcome> {
    if (this.#place.dialect.failureEndsTransaction) return this.nested(async (session) => session.run(statement))
    return this.#inTurn(() => this.#do(statement))
  }

  /** Runs work that a failure undoes alone. */
  nested<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const { savepoint } = this.#place.dialect
    return this.#inTurn(async () => {
      this.#marks += 1
      const name = `whole_${this.#marks}`
      const control = (sql: string | null) => (sql === null ? null : this.#do({ sql, values: [] }))
      await control(savepoint.set(name))
      try {
        const result = await work({ run: (statement) => this.#do(statement) })
        await control(savepoint.release(name))
        return result
      } catch (error) {
        if (!this.#isLost) await this.#orLost(control(savepoint.rollback(name)))
        if (!this.#isLost) await this.#orLost(control(savepoint.release(name)))
        throw error
      }
    })
  }

  /** Waits for statements in progress, and lets no more begin. */
  close(): Promise<void> {
    return this.#turn.run(async () => {
      this.#isOver = true
    })
  }

  async #orLost(work: Promise<unknown> | null): Promise<void> {
    await work?.catch(() => {
      this.#isLost = true
    })
  }

  /** Savepoints of requests at the same time must not overlap. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (turns.getStore() === this) return work()
    return this.#turn.run(() => {
      // What a caller gave up must not be written alone.
      if (this.#isOver) throw new Problem(503, 'The transaction that this request is part of has ended.')
      return turns.run(this, work)
    })
  }

  async #do(statement: Statement): Promise<Outcome> {
    if (this.#isLost) throw lost()
    try {
      return await this.#session.run(statement)
    } catch (error) {
      if (!(error instanceof LostTransaction)) throw error
      this.#isLost = true
      // Nothing but the whole can be tried again.
      throw lost()
    }
  }
}

const lost = () => new Problem(503, 'The database ended the transaction in favour of another one. Please try again.')

/** Carries a result out of work that is rolled back. */
class Undone extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('The transaction was rolled back as asked')
    this.result = result
  }
}

function undo(result: unknown): never {
  throw new Undone(result)
}

async function undone<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Undone) return error.result as T
    throw error
  }
}
