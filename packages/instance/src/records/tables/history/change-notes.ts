import type { Database, Engine, Session } from '@millwright/connector/engine/engine'
import { LostTransaction } from '@millwright/connector/engine/problems'
import { Problem } from '@millwright/contract/problem'
import { retryLost } from '../../../engines/contention.ts'
import { wholeOf } from '../../../platform/tracing/request-context.ts'
import type { ApiRequest, RowExpectation } from '../../../request/api-request.ts'
import type { BatchTarget } from '../../batch-run.ts'
import type { DescribedTable } from '../../described-table.ts'
import type { ChangeOfMany, PendingChanges, RecordsContext, RowChange } from '../../records-context.ts'

/** Runs a transaction, again if the database aborted it in favour of another. `work` must be repeatable. */
function transact<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
  return retryLost(() => database.transaction(work))
}

type Notes = (RowChange | ChangeOfMany)[]

/** Collects the changes of a call in tables with history, from statement to commit (docs/wire/data-history.md). */
export class ChangeNotes {
  readonly expects: RowExpectation | null
  readonly #begin: () => PendingChanges
  readonly #noted: Notes = []

  constructor(begin: () => PendingChanges, expects: RowExpectation | null) {
    this.#begin = begin
    this.expects = expects
  }

  /** Returns whether a write must read the affected rows before or after it. */
  mustRead(table: DescribedTable): boolean {
    return table.recordsHistory === true || this.expects !== null
  }

  note(change: RowChange | ChangeOfMany): void {
    this.#noted.push(change)
  }

  /** Number of notes so far. */
  get mark(): number {
    return this.#noted.length
  }

  /** Drops the notes since the mark, as their writes are rolled back. */
  rollbackTo(mark: number): void {
    this.#noted.length = mark
  }

  /** Runs a transaction and stores its history just before the commit, so that no acknowledged change lacks history. */
  async runTransaction<T>(database: Database, work: (session: Session) => Promise<T>): Promise<T> {
    const under: PendingChanges[] = []
    const attempt = async (session: Session): Promise<T> => {
      const result = await work(session)
      if (this.#noted.length === 0) return result
      const changes = this.#begin()
      under[0] = changes
      await changes.keep(this.#noted)
      return result
    }
    const transaction = async (): Promise<T> => {
      this.#noted.length = 0
      under.length = 0
      try {
        return await database.transaction(attempt)
      } catch (error) {
        if (isRolledBack(error)) await under[0]?.discard()
        throw error
      }
    }
    const result = await retryLost(transaction)
    under[0]?.committed()
    return result
  }
}

/** After a connection failure it is unknown whether the database committed: the history entry stays. */
function isRolledBack(error: unknown): boolean {
  return !(error instanceof Problem) || error.status < 500 || error instanceof LostTransaction
}

/** Returns `null` if no table that the call could write has a history, so that such calls have no overhead. */
export function changeNotes(
  { history, serviceId }: Pick<RecordsContext, 'history' | 'serviceId'>,
  request: ApiRequest,
  table: DescribedTable,
): ChangeNotes | null {
  const { expects = null } = request
  const mayKeep = table.recordsHistory === true || expects !== null || table.relations.length > 0
  return mayKeep ? new ChangeNotes(() => untilKept(serviceId, history.begin(serviceId, request)), expects) : null
}

/** Within a transaction of several requests, changes are committed or discarded with it. */
function untilKept(serviceId: number, changes: PendingChanges): PendingChanges {
  const whole = wholeOf(serviceId)
  if (whole === null) return changes
  return {
    ...changes,
    committed: () =>
      whole.whenEnded((outcome) => {
        if (outcome === 'kept') changes.committed()
        return outcome === 'undone' ? changes.discard() : undefined
      }),
  }
}

/** Runs a transaction, with notes if there are any. */
export function transactNoted<T>(
  notes: ChangeNotes | null,
  database: Database,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  return notes === null ? transact(database, work) : notes.runTransaction(database, work)
}

/** Returns where the records of a call to a database are written. */
export function databasePlace(
  { dialect }: Pick<Engine, 'dialect'>,
  database: Database,
  notes: ChangeNotes | null,
  isGivenUp: (() => boolean) | undefined,
): BatchTarget<Session> {
  return {
    dialect,
    transaction: (work) => transactNoted(notes, database, work),
    once: (work) => retryLost(() => work(database)),
    run: (session, sql) => session.run({ sql, values: [] }),
    notesOf: () => notes,
    isGivenUp,
  }
}
