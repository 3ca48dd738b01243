import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { connectionLost } from '@millwright/connector/error-words'
import { readText } from '@millwright/connector/files/answer-body'
import { encodeKey } from '@millwright/connector/files/objects/object-store'
import { unavailable, unavailableBy } from '@millwright/connector/files/unavailable'
import { type Connections, openConnections, outgoingSpan } from '../../../../platform/outgoing/guarded-request.ts'
import { inSpan, tracingHeaders } from '../../../../platform/tracing/request-context.ts'
import { S3Refusal } from './s3-refusal.ts'
import { bucketAddress, type S3Settings } from './s3-settings.ts'

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** If absent, the request is for the bucket itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** Milliseconds to wait for a response, or for progress of a stuck connection. */
export const patience = 15_000
/** Milliseconds after which an idle connection is closed. */
const idle = 15_000
const attempts = 3

/** A client for one bucket, with keep-alive connections. */
export class S3Client {
  readonly settings: S3Settings
  readonly #connections: Connections
  #region: string

  constructor(settings: S3Settings) {
    const { proxy, region } = settings
    this.settings = settings
    this.#region = region
    this.#connections = openConnections({ proxy, idle, most: 64 })
  }

  /**
   * Returns the response, whose body must be read or destroyed. Retries temporary failures, and repeats the request in the
   * bucket's actual region. Rejects with an `S3Refusal`, or with a 503 if the store is unreachable.
   */
  async send(request: S3Request): Promise<IncomingMessage> {
    for (let attempt = 1; ; attempt += 1) {
      const region = this.#region
      try {
        return await this.#attempt(request)
      } catch (error) {
        if (attempt === attempts || !this.#isWorthAnother(error, request, region)) throw error
        if (!(error instanceof S3Refusal) || error.status >= 429) await pause(2 ** attempt * 50)
      }
    }
  }

  /** Like `send`, for responses with a short text body. */
  async read(request: S3Request): Promise<string> {
    const { where } = this.settings
    return readText(await this.send(request), where)
  }

  /** Like `send`, for responses of which only the headers matter. */
  async head(request: S3Request): Promise<IncomingMessage['headers']> {
    const answer = await this.send(request)
    answer.resume()
    return answer.headers
  }

  /** Connections in use are closed after their request. */
  close(): void {
    this.#connections.close()
  }

  /** @param asked region of the failed request, which a concurrent request may have corrected since */
  #isWorthAnother(error: unknown, { headers }: S3Request, asked: string): boolean {
    if (!(error instanceof S3Refusal)) return false
    const { status, region } = error
    if (status === 400 || status === 301 || status === 307) {
      if (region !== null) this.#region = region
      return this.#region !== asked
    }
    // A conditional write is not retried: if it succeeded despite the error, the retry would report a conflict.
    return (status === 429 || status >= 500) && status !== 501 && headers?.['if-none-match'] === undefined
  }

  async #attempt(request: S3Request): Promise<IncomingMessage> {
    const { where } = this.settings
    const address = new URL(bucketAddress(this.settings, this.#region) + encodeKey(request.key ?? ''))
    for (const [name, value] of Object.entries(request.query ?? {})) address.searchParams.set(name, value)
    const headers = await this.#signed(address, request)
    const span = outgoingSpan({ verb: request.method, address })
    const answer = await inSpan(span, () => this.#exchange(address, headers, request)).catch((error: unknown) => {
      throw unavailableBy(error, where) ?? unavailable(where, connectionLost)
    })
    const { statusCode = 0 } = answer
    if (statusCode >= 200 && statusCode < 300) return answer
    throw new S3Refusal(statusCode, await readText(answer, where), answer.headers)
  }

  async #signed(url: URL, { method, headers = {}, body }: S3Request): Promise<OutgoingHttpHeaders> {
    const { credentials } = this.settings
    const length = { 'content-length': String(body?.length ?? 0) }
    const plain = { ...headers, ...(method === 'PUT' || method === 'POST' ? length : {}) }
    if (credentials === null) return plain
    const { AwsV4Signer } = await import('aws4fetch')
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signer = new AwsV4Signer({
      ...credentials,
      method,
      url: url.href,
      headers: { ...plain, 'x-amz-content-sha256': digest },
      service: 's3',
      region: this.#region,
    })
    const signed = await signer.sign()
    return Object.fromEntries(signed.headers)
  }

  #exchange(url: URL, headers: OutgoingHttpHeaders, { method, body }: S3Request): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const request = this.#connections.request(url, { method, headers: { ...tracingHeaders(), ...headers } })
    request.setTimeout(patience, () => request.destroy(Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' })))
    request.on('response', (answer) => {
      // From here on, the readers of the body have their own timeout.
      request.setTimeout(0)
      resolve(answer)
    })
    request.on('error', reject)
    request.end(body)
    return promise
  }
}
