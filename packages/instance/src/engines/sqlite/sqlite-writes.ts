import { setImmediate } from 'node:timers'
import type { MaybePromise, Outcome } from '@millwright/connector/engine/statement'
import type { SqliteFile } from './sqlite-file.ts'
import type { SqliteValue } from './sqlite-statement.ts'

interface Write {
  readonly sql: string
  readonly values: readonly SqliteValue[]
}

interface WaitingWrite extends Write {
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/**
 * Writes of single statements to a file. Those that arrive together share a transaction, since a commit takes longer than each of them;
 * each is answered after the commit, with its own outcome. One that arrives alone runs at once.
 */
export class SqliteWrites {
  readonly #file: SqliteFile
  #waiting: WaitingWrite[] = []
  /** Statements that may share a transaction, since this turn of the event loop began. */
  #inTurn = 0
  /** Whether several arrived in the turn before, as they then will in this one. */
  #comeTogether = false
  #isTurnWatched = false
  #isNext = false
  #isRunning = false

  constructor(file: SqliteFile) {
    this.#file = file
  }

  /** Whether writes wait, or run and wait for other processes. */
  get areUnanswered(): boolean {
    return this.#isRunning || this.#waiting.length > 0
  }

  /** Throws or rejects with SQLite's own errors, and with a 503 if others write for too long. */
  run(sql: string, values: readonly SqliteValue[]): MaybePromise<Outcome> {
    const { mutex } = this.#file
    const write = { sql, values }
    if (!mayShare(sql)) {
      return mutex.tryAcquire() ? this.#release(write) : mutex.acquire().then(() => this.#release(write))
    }
    this.#inTurn += 1
    this.#watchTurn()
    if (!this.#comeTogether && this.#waiting.length === 0 && mutex.tryAcquire()) return this.#release(write)
    return new Promise((resolve, reject) => this.#waiting.push({ ...write, resolve, reject }))
  }

  /** Runs what waits, at the latest when those that hold the mutex now have released it. */
  flush(): void {
    const { mutex } = this.#file
    if (this.#waiting.length === 0 || this.#isNext) return
    if (mutex.tryAcquire()) {
      void this.#runWaiting()
      return
    }
    this.#isNext = true
    mutex.acquire().then(
      () => {
        this.#isNext = false
        void this.#runWaiting()
      },
      (error: unknown) => {
        this.#isNext = false
        for (const { reject } of this.#taken()) reject(error)
      },
    )
  }

  #watchTurn(): void {
    if (this.#isTurnWatched) return
    this.#isTurnWatched = true
    setImmediate(() => {
      this.#isTurnWatched = false
      this.#comeTogether = this.#inTurn > 1
      this.#inTurn = 0
      this.flush()
    })
  }

  /** Runs a write in a transaction of its own while holding the mutex, and releases it. */
  #release(write: Write): MaybePromise<Outcome> {
    const { mutex } = this.#file
    let outcome: MaybePromise<Outcome>
    try {
      outcome = this.#file.write(write.sql, write.values)
    } catch (error) {
      mutex.release()
      throw error
    }
    if (outcome instanceof Promise) return outcome.finally(() => mutex.release())
    mutex.release()
    return outcome
  }

  #taken(): readonly WaitingWrite[] {
    const taken = this.#waiting
    this.#waiting = []
    return taken
  }

  /** Waits only for other processes: no other request sees the open transaction. */
  async #runWaiting(): Promise<void> {
    const writes = this.#taken()
    this.#isRunning = true
    try {
      if (writes.length > 1) {
        const begun = this.#file.begin()
        if (begun !== undefined) await begun
        if (this.#shareTransaction(writes)) return
      }
      for (const write of writes) await this.#runAlone(write)
    } catch (error) {
      for (const { reject } of writes) reject(error)
    } finally {
      this.#isRunning = false
      this.#file.mutex.release()
    }
  }

  async #runAlone({ sql, values, resolve, reject }: WaitingWrite): Promise<void> {
    try {
      resolve(await this.#file.write(sql, values))
    } catch (error) {
      reject(error)
    }
  }

  /**
   * Runs writes in the transaction that was begun for them, and answers them after its commit. A statement that fails undoes only itself;
   * returns `false` if SQLite rolled back all of them, or refused the commit, as it checks deferred references then.
   */
  #shareTransaction(writes: readonly WaitingWrite[]): boolean {
    const { main } = this.#file
    const answers: (() => void)[] = []
    try {
      for (const { sql, values, resolve, reject } of writes) {
        try {
          const outcome = main.run(sql, values)
          answers.push(() => resolve(outcome))
        } catch (error) {
          if (!main.inTransaction) throw error
          answers.push(() => reject(error))
        }
      }
      this.#file.commit()
    } catch {
      this.#file.rollback()
      return false
    }
    for (const answer of answers) answer()
    return true
  }
}

/** Whether a statement certainly changes only rows; others may not be possible in a transaction, or change the connection. */
function mayShare(sql: string): boolean {
  return /^\s*(?:insert|update|delete|replace)\b/i.test(sql)
}
