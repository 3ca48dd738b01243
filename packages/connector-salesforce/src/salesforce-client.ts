import type { ConnectorTools } from '@millwright/connector/connector'
import type { ServerLimits } from '@millwright/connector/engine/database-settings'
import {
  databaseUnavailable,
  missingTable,
  statementTimeout,
  type ViolationKind,
  ViolationProblem,
} from '@millwright/connector/engine/problems'
import type { Reply, SendRequest } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { SalesforceSettings } from './salesforce-settings.ts'

const longestAnswer = 32 * 1024 * 1024

interface Session {
  readonly token: string
  readonly instance: URL
}

/** A client for Salesforce's REST API that renews its token when it is no longer accepted. */
export class SalesforceClient {
  readonly #settings: SalesforceSettings
  readonly #limits: Pick<ServerLimits, 'statementTimeout'>
  readonly #ask: SendRequest
  #session: Promise<Session> | null = null

  constructor(
    settings: SalesforceSettings,
    limits: Pick<ServerLimits, 'statementTimeout'>,
    openSender: ConnectorTools['openSender'],
  ) {
    this.#settings = settings
    this.#limits = limits
    this.#ask = openSender({ longest: longestAnswer, timeout: limits.statementTimeout }).ask
  }

  /** Requests a path below the API's version and returns the JSON response. `body` is sent as JSON. */
  async call(verb: string, path: string, body?: unknown): Promise<unknown> {
    const { version, where } = this.#settings
    const whole = path.startsWith('/') ? path : `/services/data/${version}/${path}`
    let reply = await this.#asked(verb, whole, body)
    if (reply.status === 401) {
      this.#session = null
      reply = await this.#asked(verb, whole, body)
    }
    if (reply.status === 401) throw databaseUnavailable(where, 'it does not accept its own token.')
    const answer = jsonOf(reply)
    if (reply.status >= 200 && reply.status < 300 && answer !== undefined) return answer
    throw salesforceProblem(reply.status, answer, where)
  }

  async #asked(verb: string, path: string, body: unknown): Promise<Reply> {
    this.#session ??= this.#signIn()
    const session = this.#session
    const { token, instance } = await session.catch((error: unknown) => {
      if (this.#session === session) this.#session = null
      throw error
    })
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    return this.#send(verb, new URL(path, instance), headers, body === undefined ? undefined : JSON.stringify(body))
  }

  async #signIn(): Promise<Session> {
    const { login, grant, where } = this.#settings
    const form = new URLSearchParams(grant).toString()
    const address = new URL('/services/oauth2/token', login)
    const reply = await this.#send('POST', address, { accept: 'application/json' }, form, formType)
    const answer = jsonOf(reply)
    if (reply.status >= 400 && reply.status < 500)
      throw databaseUnavailable(where, 'it does not accept the app, the user, the password or the security token.')
    const instance = isRecord(answer) ? URL.parse(String(answer.instance_url)) : null
    if (!isRecord(answer) || typeof answer.access_token !== 'string' || instance === null)
      throw databaseUnavailable(where, 'its response cannot be read.')
    // A token received over TLS must not be sent without TLS.
    if (login.protocol === 'https:' && instance.protocol !== 'https:')
      throw databaseUnavailable(where, 'it names an address without TLS.')
    return { token: answer.access_token, instance }
  }

  async #send(
    verb: string,
    address: URL,
    headers: Readonly<Record<string, string>>,
    body?: string,
    type = 'application/json',
  ): Promise<Reply> {
    const { where } = this.#settings
    const signal = AbortSignal.timeout(this.#limits.statementTimeout)
    try {
      const typed = body === undefined ? headers : { ...headers, 'content-type': type }
      return await this.#ask({ verb, address, headers: typed, body }, signal)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.status === 504) throw statementTimeout(where)
      throw databaseUnavailable(
        where,
        error.message.startsWith('The response') ? 'its response is too long.' : 'it does not respond.',
      )
    }
  }
}

const formType = 'application/x-www-form-urlencoded'

/** `undefined` if the response is not JSON. */
function jsonOf({ status, body }: Reply): unknown {
  if (status === 204) return null
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The problem for an error response, a list of errors of which the first one counts. */
function salesforceProblem(status: number, answer: unknown, where: string): Problem {
  const [first] = Array.isArray(answer) ? answer : []
  if (!isRecord(first)) {
    const reason = status >= 200 && status < 300 ? 'its response cannot be read.' : `it responds with ${status}.`
    return databaseUnavailable(where, reason)
  }
  return errorProblem(first, where) ?? databaseUnavailable(where, `it responds with ${status}: ${says(first)}`)
}

/** The problem for an error of a record or a request; `null` if it is not the caller's fault. */
export function errorProblem(error: Readonly<Record<string, unknown>>, where: string): Problem | null {
  const code = String(error.errorCode ?? error.statusCode ?? '')
  const fields = Array.isArray(error.fields) ? error.fields.map(String) : []
  const kind = violations[code]
  if (kind !== undefined) return new ViolationProblem({ kind, columns: fields, constraint: null })
  if (/^(?:REQUEST_LIMIT_EXCEEDED|SERVER_UNAVAILABLE|UNABLE_TO_LOCK_ROW|QUERY_TIMEOUT)$/.test(code))
    return databaseUnavailable(where, says(error))
  if (missing.has(code)) return new Problem(404, `The database does not find the record: ${says(error)}`)
  if (code === 'INVALID_TYPE') return missingTable(says(error))
  if (/^(?:INSUFFICIENT_ACCESS|CANNOT_|API_DISABLED)/.test(code))
    return new Problem(403, `The database refused it: ${says(error)}`)
  return code === '' || code === 'UNKNOWN_EXCEPTION'
    ? null
    : new Problem(400, `The database refused the statement: ${says(error)}`)
}

const missing = new Set(['ENTITY_IS_DELETED', 'INVALID_CROSS_REFERENCE_KEY', 'MALFORMED_ID', 'NOT_FOUND'])
const longest = 500
const says = ({ message }: Readonly<Record<string, unknown>>) => String(message ?? '').slice(0, longest)

const violations: Readonly<Record<string, ViolationKind>> = {
  REQUIRED_FIELD_MISSING: 'not-null',
  STRING_TOO_LONG: 'too-long',
  NUMBER_OUTSIDE_VALID_RANGE: 'out-of-range',
  DUPLICATE_VALUE: 'unique',
  JSON_PARSER_ERROR: 'wrong-type',
  INVALID_TYPE_ON_FIELD_IN_RECORD: 'wrong-type',
  FIELD_CUSTOM_VALIDATION_EXCEPTION: 'check',
  INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST: 'check',
  DELETE_FAILED: 'still-referenced',
}
