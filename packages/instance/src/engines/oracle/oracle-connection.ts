import type { BoundValue, DatabaseRow, Outcome, Statement } from '@millwright/connector/engine/statement'
import type { ServerConnection } from '../server-database.ts'
import { withTimeout } from '../within-time.ts'
import type { OracleDriver, OracleLine } from './oracle-driver.ts'
import { oracleProblem } from './oracle-problem.ts'
import { oracleFetching } from './oracle-values.ts'

interface Options {
  readonly driver: OracleDriver
  readonly where: string
  /** Milliseconds. */
  readonly statementTimeout: number
}

const rowsInPortion = 500
/** Milliseconds for the server to cancel a statement or to close a connection. */
const patience = 1_000

/** A connected Oracle client. Statements outside of a transaction are committed automatically. */
export class OracleConnection implements ServerConnection {
  readonly #line: OracleLine
  readonly #options: Options
  readonly #usual: Readonly<Record<string, unknown>>
  #inTransaction = false
  #usable = true

  constructor(line: OracleLine, options: Options) {
    this.#line = line
    this.#options = options
    const { driver } = options
    this.#usual = { outFormat: driver.OUT_FORMAT_OBJECT, fetchTypeHandler: oracleFetching(driver) }
    line.callTimeout = options.statementTimeout
  }

  get usable(): boolean {
    return this.#usable && this.#line.isHealthy()
  }

  async run({ sql, values }: Statement): Promise<Outcome> {
    const { text, made } = insertOf(sql)
    const answer = await this.#execute(text, values)
    const changes = answer.rowsAffected ?? 0
    if (made === null) return { rows: [...(answer.rows ?? [])], changes, insertedId: null }
    const { lastRowid } = answer
    const found = lastRowid === undefined ? { rows: [] } : await this.#execute(made, [lastRowid])
    return { rows: [...(found.rows ?? [])], changes, insertedId: null }
  }

  async begin(): Promise<void> {
    this.#inTransaction = true
  }

  async commit(): Promise<void> {
    this.#inTransaction = false
    await this.#bounded(this.#line.commit())
  }

  async rollback(): Promise<void> {
    this.#inTransaction = false
    await this.#bounded(this.#line.rollback()).catch(() => {
      this.#usable = false
    })
  }

  async *stream({ sql, values }: Statement): AsyncIterable<readonly DatabaseRow[]> {
    const { resultSet } = await this.#execute(sql, values, { resultSet: true, fetchArraySize: rowsInPortion })
    if (resultSet === undefined) return
    try {
      for (;;) {
        const portion = await this.#bounded(resultSet.getRows(rowsInPortion))
        if (portion.length === 0) return
        yield [...portion]
      }
    } finally {
      await this.#bounded(resultSet.close()).catch(() => {
        this.#usable = false
      })
    }
  }

  async forgetStatements(): Promise<void> {}

  async end(): Promise<void> {
    this.#usable = false
    const { where } = this.#options
    // An unreachable server never confirms the close.
    await withTimeout(this.#line.close(), { where, most: patience, givenUp: () => undefined }).catch(() => undefined)
  }

  #execute(sql: string, values: readonly BoundValue[], more: Readonly<Record<string, unknown>> = {}) {
    const options = { ...this.#usual, ...more, autoCommit: !this.#inTransaction }
    return this.#bounded(this.#line.execute(sql, values.map(bound), options))
  }

  /** On timeout, the driver asks the server to cancel the statement. If even that takes too long, the connection is discarded. */
  async #bounded<T>(work: Promise<T>): Promise<T> {
    const { where, statementTimeout } = this.#options
    const givenUp = () => {
      this.#usable = false
    }
    try {
      return await withTimeout(work, { where, most: statementTimeout + patience, givenUp })
    } catch (error) {
      throw oracleProblem(error, where)
    }
  }
}

/**
 * Oracle returns created values only in variables with declared types, but it returns the address of the row: the values are
 * read from there, with their own types. Names contain no quotation marks, so the SQL can be split.
 */
function insertOf(sql: string): { readonly text: string; readonly made: string | null } {
  const [, text, target, list] =
    /^(INSERT INTO ("[^"]+") .*) RETURNING ((?:"[^"]+" AS "[^"]+"(?:, )?)+)$/s.exec(sql) ?? []
  if (text === undefined || target === undefined || list === undefined) return { text: sql, made: null }
  return { text, made: `SELECT ${list} FROM ${target} WHERE ROWID = :1` }
}

function bound(value: BoundValue): unknown {
  return value instanceof Uint8Array ? Buffer.from(value) : value
}
