import { numberSetting, type Settings, schemaSetting, textSetting } from '@millwright/connector/config-values'
import type { ServerLimits } from '@millwright/connector/engine/database-settings'
import { connectTimeout, databaseUnavailable } from '@millwright/connector/engine/problems'
import type { BoundValue, DatabaseRow, Outcome, Statement } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import type { ServerConnection } from '../server-database.ts'
import { withTimeout } from '../within-time.ts'
import { oracleDialect } from './oracle-dialect.ts'
import { type OracleDriver, type OracleLine, oracleDriverIn, oracleFetching, oracleSession } from './oracle-driver.ts'
import { oracleProblem } from './oracle-problem.ts'

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
class OracleConnection implements ServerConnection {
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

const usualPort = 1521

export function oracleWhere(settings: Settings): string {
  return `on ${textSetting(settings, 'host') ?? '127.0.0.1'}:${numberSetting(settings, 'port') ?? usualPort}`
}

/** Opens connections. Every failure is a 503 with host and port. */
export function oracleConnector(settings: Settings, limits: ServerLimits): () => Promise<OracleConnection> {
  const where = oracleWhere(settings)
  const { statementTimeout } = limits
  return async () => {
    const driver = oracleDriverIn(settings)
    if (driver === null) throw databaseUnavailable(where, 'its driver is not installed.')
    const attributes = {
      user: textSetting(settings, 'username') ?? '',
      password: textSetting(settings, 'password') ?? '',
      connectString: oracleAddress(settings, limits),
    }
    const { promise, reject } = Promise.withResolvers<never>()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(connectTimeout(where))
    }, limits.connectTimeout)
    const work = driver.getConnection(attributes)
    work.then((line) => (isLate ? closed(line) : undefined)).catch(() => undefined)
    let connection: OracleConnection | null = null
    try {
      connection = new OracleConnection(await Promise.race([work, promise]), { driver, where, statementTimeout })
      for (const sql of sessionOf(settings)) await connection.run({ sql, values: [] })
      return connection
    } catch (error) {
      await connection?.end()
      const problem = oracleProblem(error, where)
      if (!(problem instanceof Problem)) throw databaseUnavailable(where, 'the server there is not an Oracle database.')
      throw problem.status < 500
        ? databaseUnavailable(where, `it refuses the settings of the service. ${problem.message}`)
        : problem
    } finally {
      clearTimeout(timer)
    }
  }
}

function sessionOf(settings: Settings): string[] {
  const schema = schemaSetting(settings, '') ?? ''
  return schema === ''
    ? [oracleSession]
    : [oracleSession, `ALTER SESSION SET CURRENT_SCHEMA = ${oracleDialect.quote(schema)}`]
}

/** A full connect descriptor, because the short form can refer to local files. */
function oracleAddress(settings: Settings, { connectTimeout: most }: ServerLimits): string {
  const seconds = Math.max(1, Math.ceil(most / 1_000))
  const protocol = textSetting(settings, 'protocol') === 'tcps' ? 'tcps' : 'tcp'
  const host = plainPart(settings, 'host', '127.0.0.1')
  const port = numberSetting(settings, 'port') ?? usualPort
  const service = plainPart(settings, 'database', '')
  const bounds = `(CONNECT_TIMEOUT=${seconds})(TRANSPORT_CONNECT_TIMEOUT=${seconds})(RETRY_COUNT=0)`
  const address = `(ADDRESS=(PROTOCOL=${protocol})(HOST=${host})(PORT=${port}))`
  return `(DESCRIPTION=${bounds}${address}(CONNECT_DATA=(SERVICE_NAME=${service})))`
}

/** Rejects characters that could end this part of the connect descriptor and begin another. */
function plainPart(settings: Settings, name: 'host' | 'database', usual: string): string {
  const text = textSetting(settings, name) ?? usual
  if (/^[\w.:$#-]*$/.test(text)) return text
  throw databaseUnavailable(oracleWhere(settings), `its setting '${name}' contains characters that are not allowed.`)
}

async function closed(line: OracleLine): Promise<void> {
  await line.close()
}
