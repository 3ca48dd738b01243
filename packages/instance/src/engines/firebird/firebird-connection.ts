import { EventEmitter } from 'node:events'
import { Portion } from '@millwright/connector/engine/row-bytes'
import type { BoundValue, DatabaseRow, Outcome, Statement } from '@millwright/connector/engine/statement'
import type { Database as Attachment, Transaction } from 'node-firebird'
import type { ServerConnection } from '../server-database.ts'
import { withTimeout } from '../within-time.ts'
import { firebirdProblem } from './firebird-problem.ts'

interface Options {
  readonly where: string
  /** Milliseconds. */
  readonly statementTimeout: number
}

/** Milliseconds to wait for the server to close a connection. */
const patience = 1_000

/** A connected Firebird client. */
export class FirebirdConnection implements ServerConnection {
  readonly #attachment: Attachment
  readonly #options: Options
  #transaction: Transaction | null = null
  #usable = true

  constructor(attachment: Attachment, options: Options) {
    this.#attachment = attachment
    this.#options = options
    const broken = () => {
      this.#usable = false
    }
    if (attachment instanceof EventEmitter) attachment.on('error', broken).on('close', broken)
  }

  get usable(): boolean {
    return this.#usable
  }

  async run({ sql, values }: Statement): Promise<Outcome> {
    const runner = this.#transaction ?? this.#attachment
    const result = await this.#bounded(runner.queryAsync(sql, values.map(bound), { withMeta: true }))
    const { rows, affectedRows } = result
    const list = Array.isArray(rows) ? rows : rows === undefined || rows === null ? [] : [rows]
    return { rows: list as DatabaseRow[], changes: affectedRows, insertedId: null }
  }

  async begin(): Promise<void> {
    this.#transaction = await this.#bounded(this.#attachment.transactionAsync())
  }

  async commit(): Promise<void> {
    const transaction = this.#transaction
    this.#transaction = null
    if (transaction !== null) await this.#bounded(transaction.commitAsync())
  }

  async rollback(): Promise<void> {
    const transaction = this.#transaction
    this.#transaction = null
    if (transaction === null) return
    await this.#bounded(transaction.rollbackAsync()).catch(() => {
      this.#usable = false
    })
  }

  async *stream({ sql, values }: Statement): AsyncIterable<readonly DatabaseRow[]> {
    const portion = new Portion<DatabaseRow>()
    try {
      for await (const row of this.#attachment.queryStream(sql, values.map(bound))) {
        if (portion.add(row)) yield portion.take()
      }
    } catch (error) {
      throw this.#problem(error)
    }
    if (!portion.isEmpty) yield portion.take()
  }

  async forgetStatements(): Promise<void> {}

  async end(): Promise<void> {
    this.#usable = false
    // An unreachable server never confirms the close.
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, patience)
    this.#attachment.detach(() => resolve())
    await promise
    clearTimeout(timer)
  }

  /** Discards the connection of a statement that exceeds its timeout. */
  async #bounded<T>(work: Promise<T>): Promise<T> {
    const givenUp = () => {
      this.#usable = false
    }
    try {
      return await withTimeout(work, { where: this.#options.where, most: this.#options.statementTimeout, givenUp })
    } catch (error) {
      throw this.#problem(error)
    }
  }

  #problem(error: unknown): unknown {
    return firebirdProblem(error, this.#options.where)
  }
}

function bound(value: BoundValue): unknown {
  return value instanceof Uint8Array ? Buffer.from(value) : value
}
