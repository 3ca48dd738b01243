import { createHash, createPublicKey, randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { ConnectorTools } from '@millwright/connector/connector'
import type { ServerLimits } from '@millwright/connector/engine/database-settings'
import {
  databaseUnavailable,
  invalidSql,
  missingTable,
  statementTimeout,
  type ViolationKind,
  ViolationProblem,
} from '@millwright/connector/engine/problems'
import type { Statement } from '@millwright/connector/engine/statement'
import type { Reply, SendRequest } from '@millwright/connector/outgoing'
import { signedToken } from '@millwright/connector/signed-token'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type SnowflakeSettings, unreadable } from './snowflake-settings.ts'
import { bindings, type ResultColumn } from './snowflake-values.ts'

/** The first partition of a result, and the number of partitions. */
export interface StatementResult {
  readonly handle: string
  readonly columns: readonly ResultColumn[]
  readonly data: readonly (readonly unknown[])[]
  readonly partitions: number
  /** Number of rows affected by a write. */
  readonly changes: number
}

/** Maximum size of a partition in bytes; Snowflake's own are some ten megabytes. */
const longestAnswer = 64 * 1024 * 1024
const tokenSeconds = 50 * 60
const statements = '/api/v2/statements'

/** A client for Snowflake's SQL API. Each statement is a request, authenticated by a token signed with the account's key. */
export class SnowflakeClient {
  readonly #settings: SnowflakeSettings
  readonly #limits: Pick<ServerLimits, 'statementTimeout'>
  readonly #ask: SendRequest
  #token: { readonly text: string; readonly until: number } | null = null

  constructor(
    settings: SnowflakeSettings,
    limits: Pick<ServerLimits, 'statementTimeout'>,
    openSender: ConnectorTools['openSender'],
  ) {
    this.#settings = settings
    this.#limits = limits
    this.#ask = openSender({ longest: longestAnswer, timeout: limits.statementTimeout }).ask
  }

  async run({ sql, values }: Statement): Promise<StatementResult> {
    const { database, warehouse, role, where } = this.#settings
    const until = Date.now() + this.#limits.statementTimeout
    const body = JSON.stringify({
      statement: sql,
      timeout: Math.ceil(this.#limits.statementTimeout / 1000),
      database,
      ...(warehouse !== null && { warehouse }),
      ...(role !== null && { role }),
      ...(values.length > 0 && { bindings: bindings(values) }),
    })
    let reply = await this.#send('POST', `${statements}?requestId=${randomUUID()}`, until, body)
    while (reply.status === 202) {
      const path = handlePath(jsonOf(reply, where))
      if (path === null) throw unreadable(where)
      // Snowflake itself holds the response for 45 seconds; a server that responds sooner must not be polled in a tight loop.
      await pause(until, where)
      reply = await this.#send('GET', path, until)
    }
    return resultOf(this.#accepted(reply), where)
  }

  /** Fetches another partition of a result, counted from 0. */
  async partition(handle: string, number: number): Promise<readonly (readonly unknown[])[]> {
    const { where } = this.#settings
    const until = Date.now() + this.#limits.statementTimeout
    const path = `${statements}/${encodeURIComponent(handle)}?partition=${number}`
    return rowsIn(this.#accepted(await this.#send('GET', path, until)), where)
  }

  #accepted(reply: Reply): Record<string, unknown> {
    const { where } = this.#settings
    if (reply.status === 200) return jsonOf(reply, where)
    throw snowflakeProblem(reply.status, isJson(reply) ? jsonOf(reply, where) : {}, where)
  }

  async #send(verb: string, path: string, until: number, body?: string): Promise<Reply> {
    const { endpoint, where } = this.#settings
    const signal = AbortSignal.timeout(Math.max(1, until - Date.now()))
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${this.#bearer()}`,
      'x-snowflake-authorization-token-type': 'KEYPAIR_JWT',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    try {
      return await this.#ask({ verb, address: new URL(path, endpoint), headers, body }, signal)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.status === 504) throw statementTimeout(where)
      throw databaseUnavailable(
        where,
        error.message.startsWith('The response') ? 'its response is too long.' : 'it does not respond.',
      )
    }
  }

  #bearer(): string {
    const now = Math.floor(Date.now() / 1000)
    if (this.#token !== null && this.#token.until > now + 60) return this.#token.text
    const { account, username, key } = this.#settings
    const user = `${account}.${username}`
    const until = now + tokenSeconds
    const print = createHash('sha256')
      .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
      .digest('base64')
    const text = signedToken(key, { iss: `${user}.SHA256:${print}`, sub: user, iat: now, exp: until })
    this.#token = { text, until }
    return text
  }
}

const isJson = ({ headers }: Reply): boolean => /json/i.test(headers['content-type'] ?? '')

function jsonOf({ headers, body }: Reply, where: string): Record<string, unknown> {
  try {
    const zipped = headers['content-encoding'] === 'gzip'
    const bytes = zipped ? gunzipSync(body, { maxOutputLength: longestAnswer }) : body
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    if (isRecord(value)) return value
  } catch {
    // Handled like JSON that is not an object.
  }
  throw unreadable(where)
}

function handlePath({ statementHandle: handle }: Record<string, unknown>): string | null {
  return typeof handle === 'string' && handle !== '' ? `${statements}/${encodeURIComponent(handle)}` : null
}

const betweenAnswers = 100

async function pause(until: number, where: string): Promise<void> {
  if (Date.now() + betweenAnswers >= until) throw statementTimeout(where)
  await new Promise((resolve) => setTimeout(resolve, betweenAnswers))
}

function resultOf(answer: Record<string, unknown>, where: string): StatementResult {
  const { resultSetMetaData: meta, statementHandle: handle, stats } = answer
  if (!isRecord(meta) || !Array.isArray(meta.rowType)) throw unreadable(where)
  const columns = meta.rowType.map((column: unknown): ResultColumn => {
    if (!isRecord(column) || typeof column.name !== 'string') throw unreadable(where)
    return { name: column.name, type: String(column.type).toLowerCase(), scale: Number(column.scale ?? 0) }
  })
  return {
    handle: String(handle),
    columns,
    data: rowsIn(answer, where),
    partitions: Array.isArray(meta.partitionInfo) ? meta.partitionInfo.length : 1,
    changes: changesIn(stats),
  }
}

function rowsIn({ data = [] }: Record<string, unknown>, where: string): readonly (readonly unknown[])[] {
  if (Array.isArray(data) && data.every((row) => Array.isArray(row))) return data
  throw unreadable(where)
}

function changesIn(stats: unknown): number {
  if (!isRecord(stats)) return 0
  const counts = ['numRowsInserted', 'numRowsUpdated', 'numRowsDeleted'].map((name) => Number(stats[name] ?? 0))
  return counts.reduce((sum, count) => sum + (Number.isFinite(count) ? count : 0), 0)
}

/** The problem for a response of the SQL API that is not a result; `answer` has `code`, `sqlState` and `message`. */
export function snowflakeProblem(status: number, answer: Readonly<Record<string, unknown>>, where: string): Problem {
  const { code, sqlState, message } = answer
  const says = typeof message === 'string' ? oneLine(message) : ''
  if (status === 401) return databaseUnavailable(where, 'it does not accept the account, the user or the key.')
  if (status === 429) return databaseUnavailable(where, 'it is busy.')
  if (status === 408) return statementTimeout(where)
  if (status !== 422)
    return databaseUnavailable(
      where,
      says === '' ? `it responds with ${status}.` : `it responds with ${status}: ${says}`,
    )
  const kind = violations[String(code)]
  if (kind !== undefined) return new ViolationProblem({ kind, columns: [], constraint: null })
  switch (String(code)) {
    case '000604':
    case '000630':
      return statementTimeout(where)
    case '000606':
      return databaseUnavailable(where, 'it has no running warehouse.')
    case '001003':
      return invalidSql()
    case '002003':
      return missingTable(says)
    case '003001':
      return new Problem(403, `The database refused it: ${says}`)
  }
  // The warehouse could not run the operation at that time.
  if (typeof sqlState === 'string' && /^(?:57|08|53)/.test(sqlState)) return databaseUnavailable(where, says)
  return new Problem(400, `The database refused the statement: ${says}`)
}

const longest = 500

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, longest)
}

const violations: Readonly<Record<string, ViolationKind>> = {
  '100035': 'wrong-type',
  '100037': 'wrong-type',
  '100038': 'wrong-type',
  '100039': 'out-of-range',
  '100040': 'wrong-type',
  '100046': 'out-of-range',
  '100072': 'not-null',
  '100078': 'too-long',
  '200001': 'unique',
}
