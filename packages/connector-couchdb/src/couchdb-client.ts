import type { ConnectorTools } from '@millwright/connector/connector'
import { connectionLost, lineReason } from '@millwright/connector/error-words'
import type { Reply, Sender } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import { parseExact, stringifyExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { CouchdbSettings } from './couchdb-settings.ts'

export interface CouchdbRequest {
  readonly verb: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Path segments below the URL of the server. */
  readonly path: readonly string[]
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A response with a status below 300, or one of those that the request accepts. */
export interface CouchdbAnswer {
  readonly status: number
  readonly body: unknown
  readonly bytes: number
}

/** Milliseconds for a request. */
const timeout = 20_000
/** Maximum size of a response in bytes. */
const longest = 32 * 1024 * 1024
/** Milliseconds after which an idle connection is closed. */
const idle = 15_000

/** Thrown for a response that is longer than `longest`. */
export class TooLong extends Problem {}

/** A client for one CouchDB server, as one user. */
export class CouchdbClient {
  readonly settings: CouchdbSettings
  readonly #sender: Sender

  constructor(settings: CouchdbSettings, openSender: ConnectorTools['openSender']) {
    this.settings = settings
    this.#sender = openSender({ longest, timeout, keep: { idle, most: 64 } })
  }

  /** Throws the error of CouchDB, unless `accepted` has its status, and a 503 if it is unreachable or not a CouchDB. */
  async send(request: CouchdbRequest, accepted: readonly number[] = []): Promise<CouchdbAnswer> {
    const reply = await this.#reply(request)
    const { status } = reply
    if (status === 401) throw this.unavailable('it refuses the user of the service.')
    const body = jsonOf(reply)
    if (body === undefined || status >= 500) {
      throw this.unavailable(status >= 500 ? `it responded with status ${status}.` : notCouchdb)
    }
    if (status < 300 || accepted.includes(status)) return { status, body, bytes: reply.body.length }
    throw this.#refusal(status, isRecord(body) ? body : {})
  }

  /** The error for a server that cannot be used. */
  unavailable(reason: string = notCouchdb, cause?: unknown): Problem {
    return new Problem(503, `The ${this.settings.where} cannot be used now: ${reason}`, { cause })
  }

  /** What CouchDB says about a refusal, without control characters and the password. */
  reasonIn({ reason, error }: Readonly<Record<string, unknown>>): string {
    const { password } = this.settings
    const said = String(typeof reason === 'string' && reason !== '' ? reason : error)
    const hidden = password === '' ? said : said.replaceAll(password, '…')
    return hidden.replace(/\p{Cc}+/gu, ' ').slice(0, 300)
  }

  /** Connections in use are closed after their request. */
  close(): void {
    this.#sender.close()
  }

  #refusal(status: number, body: Readonly<Record<string, unknown>>): Problem {
    const { where } = this.settings
    if (status < 400) return this.unavailable()
    if (status === 403) return new Problem(403, `The ${where} does not allow this for the user of the service.`)
    if (status === 413) return new Problem(413, 'A document is larger than the database accepts.')
    if (status === 429) return new Problem(503, `The ${where} currently accepts no more requests.`)
    return new Problem(400, `The database refuses it: ${this.reasonIn(body).replace(/\.$/, '')}.`)
  }

  async #reply({ verb, path, query = {}, body }: CouchdbRequest): Promise<Reply> {
    const { root, authorization, where } = this.settings
    const address = new URL(path.map(encodeURIComponent).join('/'), root)
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
    const headers = {
      accept: 'application/json',
      ...(authorization !== null && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const text = body === undefined ? undefined : stringifyExact(body)
    try {
      return await this.#sender.ask({ verb, address, headers, body: text }, new AbortController().signal)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.status === 504) throw this.unavailable('it does not respond.', error)
      if (error.message.startsWith('The response of the host is longer')) {
        throw new TooLong(413, `The response of the ${where} is longer than ${longest} bytes.`)
      }
      throw this.unavailable((error.cause instanceof Error && lineReason(error.cause)) || connectionLost, error)
    }
  }
}

const notCouchdb = 'its response is not one of CouchDB.'

/** `undefined` if the response is not JSON. */
function jsonOf({ body }: Reply): unknown {
  try {
    return parseExact(body.toString('utf8'))
  } catch {
    return undefined
  }
}
