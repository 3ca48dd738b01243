import { setTimeout as pause } from 'node:timers/promises'
import type { ConnectorTools } from '@millwright/connector/connector'
import { connectionLost, lineReason } from '@millwright/connector/error-words'
import type { Reply, Sender } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { DynamodbSettings } from './dynamodb-settings.ts'

export type Content = Readonly<Record<string, unknown>>

/** Milliseconds for a request. */
const timeout = 15_000
/** Milliseconds for all pages of a list. */
const listTimeout = 20_000
/** A page of DynamoDB has up to 1 MiB, items by their keys up to 16 MiB. */
const longest = 32 * 1024 * 1024
const idle = 15_000
const attempts = 5

/** Thrown for the errors of DynamoDB that callers handle. `code`: without its namespace. */
export class DynamodbRefusal extends Problem {
  readonly kind: string

  constructor(status: number, message: string, kind: string) {
    super(status, message)
    this.kind = kind
  }
}

export const isRefusal = (error: unknown, kind: string): boolean =>
  error instanceof DynamodbRefusal && error.kind === kind

export type DynamodbTools = Pick<ConnectorTools, 'openSender'>

/** A client of DynamoDB's JSON API for one account, with signed requests. */
export class DynamodbClient {
  readonly settings: DynamodbSettings
  readonly #sender: Sender

  constructor(settings: DynamodbSettings, { openSender }: DynamodbTools) {
    this.settings = settings
    this.#sender = openSender({ longest, timeout, keep: { proxy: settings.proxy, idle, most: 64 } })
  }

  /** Returns the result of an action, repeated while DynamoDB throttles it. Throws its error, and a 503 if it is unreachable. */
  async act(action: string, body: Content): Promise<Content> {
    for (let attempt = 1; ; attempt += 1) {
      const { status, body: bytes } = await this.#reply(action, JSON.stringify(body))
      const answer = jsonOf(bytes)
      if (status === 200 && answer !== null) return answer
      if (answer === null) throw this.unavailable(status >= 500 ? `it responded with status ${status}.` : notDynamodb)
      const refusal = this.#refusal(status, answer)
      if (refusal.kind !== 'Throttling' || attempt === attempts) throw refusal
      await pause(2 ** attempt * 25)
    }
  }

  /** Yields the pages of an action that returns its results in several. Throws a 503 if that takes too long. */
  async *pages(action: string, body: Content): AsyncGenerator<Content> {
    const until = Date.now() + listTimeout
    let start: unknown
    do {
      if (Date.now() > until) throw new Problem(503, 'The query takes too long: narrow it down by its keys.')
      const answer: Content = await this.act(action, {
        ...body,
        ...(start !== undefined && { ExclusiveStartKey: start }),
      })
      yield answer
      start = isRecord(answer.LastEvaluatedKey) ? answer.LastEvaluatedKey : undefined
    } while (start !== undefined)
  }

  /** The error for a server that cannot be used. */
  unavailable(reason: string = notDynamodb, cause?: unknown): Problem {
    return new Problem(503, `The ${this.settings.where} cannot be used now: ${reason}`, { cause })
  }

  /** Connections in use are closed after their request. */
  close(): void {
    this.#sender.close()
  }

  async #reply(action: string, body: string): Promise<Reply> {
    const { key, secret, region, endpoint } = this.settings
    const { AwsV4Signer } = await import('aws4fetch')
    const signer = new AwsV4Signer({
      accessKeyId: key,
      secretAccessKey: secret,
      region,
      service: 'dynamodb',
      method: 'POST',
      url: endpoint.href,
      body,
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `DynamoDB_20120810.${action}` },
    })
    const headers = Object.fromEntries((await signer.sign()).headers)
    try {
      return await this.#sender.ask({ verb: 'POST', address: endpoint, headers, body }, new AbortController().signal)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.status === 504) throw this.unavailable('it does not respond.', error)
      throw this.unavailable((error.cause instanceof Error && lineReason(error.cause)) || connectionLost, error)
    }
  }

  #refusal(status: number, { __type: type, message, Message }: Content): DynamodbRefusal {
    const { where, secret } = this.settings
    const code = typeof type === 'string' ? type.replace(/^.*#/, '') : ''
    const said = String(message ?? Message ?? code)
      .replaceAll(secret, '…')
      .replace(/\p{Cc}+/gu, ' ')
      .slice(0, 300)
    if (
      /^(?:UnrecognizedClient|InvalidSignature|MissingAuth|IncompleteSignature|ExpiredToken|InvalidClient)/.test(code)
    )
      return new DynamodbRefusal(503, `The ${where} cannot be used now: it refuses the key.`, code)
    if (/^(?:AccessDenied|OptInRequired)/.test(code))
      return new DynamodbRefusal(403, `The ${where} does not allow this for the user of the service.`, code)
    if (/Throttling|ThroughputExceeded|RequestLimitExceeded|LimitExceededException/.test(code) || status === 429)
      return new DynamodbRefusal(503, `The ${where} currently accepts no more requests.`, 'Throttling')
    if (/Item size.*exceeded/i.test(said))
      return new DynamodbRefusal(413, 'A document is larger than the database accepts.', code)
    if (status >= 400 && status < 500 && code !== '')
      return new DynamodbRefusal(400, `The database refuses it: ${said.replace(/\.$/, '')}.`, code)
    return new DynamodbRefusal(503, `The ${where} cannot be used now: it responded with status ${status}.`, code)
  }
}

const notDynamodb = 'its response is not one of DynamoDB.'

/** `null` if the response is not a JSON object. */
function jsonOf(bytes: Buffer): Content | null {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}
