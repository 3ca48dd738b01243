import { EventEmitter } from 'node:events'
import { numberSetting, type Settings, textSetting } from '@millwright/connector/config-values'
import type { ServerLimits } from '@millwright/connector/engine/database-settings'
import { connectTimeout, databaseUnavailable } from '@millwright/connector/engine/problems'
import { Portion } from '@millwright/connector/engine/rows'
import type { BoundValue, DatabaseRow, Outcome, Statement } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import type Firebird from 'node-firebird'
import type { Database as Attachment, Transaction } from 'node-firebird'
import type { ServerConnection } from '../server-database.ts'
import { withTimeout } from '../within-time.ts'
import { firebirdProblem } from './firebird-problem.ts'

type Driver = Pick<typeof Firebird, 'attach'>

/** The driver that the connector passes in the settings, because this program does not include one; `null` without a connector. */
function driverIn({ driver }: Settings): Driver | null {
  return isDriver(driver) ? driver : null
}

function isDriver(candidate: unknown): candidate is Driver {
  return (
    typeof candidate === 'object' &&
    candidate !== null &&
    'attach' in candidate &&
    typeof candidate.attach === 'function'
  )
}

interface Options {
  readonly where: string
  /** Milliseconds. */
  readonly statementTimeout: number
}

/** Milliseconds to wait for the server to close a connection. */
const patience = 1_000

/** A connected Firebird client. */
class FirebirdConnection implements ServerConnection {
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

const usualPort = 3050

export function firebirdWhere(settings: Settings): string {
  return `on ${textSetting(settings, 'host') ?? '127.0.0.1'}:${numberSetting(settings, 'port') ?? usualPort}`
}

/** Opens connections. Every failure is a 503 with host and port. */
export function firebirdConnector(settings: Settings, limits: ServerLimits): () => Promise<FirebirdConnection> {
  const where = firebirdWhere(settings)
  return async () => {
    const driver = driverIn(settings)
    if (driver === null) throw databaseUnavailable(where, 'its driver is not installed.')
    const { promise, resolve, reject } = Promise.withResolvers<Attachment>()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(connectTimeout(where))
    }, limits.connectTimeout)
    driver.attach(
      {
        host: textSetting(settings, 'host') ?? '127.0.0.1',
        port: numberSetting(settings, 'port') ?? usualPort,
        database: textSetting(settings, 'database') ?? '',
        user: textSetting(settings, 'username') ?? '',
        password: textSetting(settings, 'password') ?? '',
        encoding: 'UTF8',
        blobAsText: true,
        numericMode: 'string',
        typeCast: firebirdCell,
        blobReadChunkSize: 65_535,
        blobChunkSize: 65_535,
      },
      (error, attachment) => {
        if (error) reject(error)
        else if (isLate) attachment.detach()
        else resolve(attachment)
      },
    )
    try {
      return new FirebirdConnection(await promise, { where, statementTimeout: limits.statementTimeout })
    } catch (error) {
      const problem = firebirdProblem(error, where)
      throw problem instanceof Problem ? problem : databaseUnavailable(where, 'the server there is not Firebird.')
    } finally {
      clearTimeout(timer)
    }
  }
}

interface CellColumn {
  readonly typeName?: string
  readonly scale?: number
}

/** Converts the driver's value of a cell: integers exactly, decimals, dates and times as text. */
function firebirdCell(column: CellColumn, next: () => unknown): unknown {
  const value = next()
  if (value instanceof Date) return printed(value, column.typeName ?? '')
  if (
    typeof value === 'string' &&
    !/CHAR|VARYING|TEXT|BLOB/i.test(column.typeName ?? '') &&
    /^-?\d+$/.test(value) &&
    (column.scale ?? 0) === 0
  ) {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : BigInt(value)
  }
  return value
}

/** The driver interprets values without a time zone in the local zone of this machine. */
function printed(value: Date, type: string): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const date = `${String(value.getFullYear()).padStart(4, '0')}-${two(value.getMonth() + 1)}-${two(value.getDate())}`
  const millis = value.getMilliseconds()
  const fraction = millis === 0 ? '' : `.${String(millis).padStart(3, '0')}`
  const clock = `${two(value.getHours())}:${two(value.getMinutes())}:${two(value.getSeconds())}${fraction}`
  if (/TIMESTAMP/i.test(type)) return `${date} ${clock}`
  return /TIME/i.test(type) ? clock : date
}
