import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Settings, textSetting } from '@millwright/connector/config-values'
import { connectionLost } from '@millwright/connector/error-words'
import { readText } from '@millwright/connector/files/answer-body'
import { encodeKey } from '@millwright/connector/files/objects/object-store'
import { readXml, textIn } from '@millwright/connector/files/objects/store-xml'
import { refusals, unavailable, unavailableBy } from '@millwright/connector/files/unavailable'
import { Problem } from '@millwright/contract/problem'
import { type Connections, openConnections, outgoingSpan } from '../../../../platform/outgoing/guarded-request.ts'
import { inSpan, tracingHeaders } from '../../../../platform/tracing/request-context.ts'

export interface S3Settings {
  readonly bucket: string
  /** Region of the bucket according to the service's settings. */
  readonly region: string
  /** `null` for unsigned requests, which suffice for public buckets. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
  /** URL of a store other than Amazon's, or `null` for Amazon. */
  readonly endpoint: string | null
  readonly proxy: string | null
  /** The name of the store in error messages. */
  readonly where: string
}

/** Parses the settings of an `aws_s3` service (docs/wire/files.md). Throws a 503 if they identify no bucket. */
export function s3Settings(config: Settings): S3Settings {
  const bucket = textSetting(config, 'container') ?? ''
  const endpoint = textSetting(config, 'endpoint')
  const proxy = textSetting(config, 'proxy')
  for (const address of [endpoint, proxy]) {
    if (address !== null && !/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
      throw new Problem(503, 'The endpoint and the proxy of the service must begin with http:// or https://.')
    }
  }
  if (!/^[\w.-]+$/.test(bucket)) throw new Problem(503, 'The container of the service is not the name of a bucket.')
  const accessKeyId = textSetting(config, 'key')
  const secretAccessKey = textSetting(config, 'secret')
  return {
    bucket,
    region: textSetting(config, 'region') ?? 'us-east-1',
    credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
    endpoint,
    proxy,
    where: `S3 storage ${endpoint === null ? 'of Amazon' : new URL(endpoint).host}`,
  }
}

/** The URL of a bucket, with a trailing slash. */
function bucketAddress({ bucket, endpoint }: S3Settings, region: string): string {
  if (endpoint !== null) return `${endpoint.replace(/\/*$/, '')}/${bucket}/`
  // Amazon's certificates only match bucket names without dots.
  if (/^[a-z\d-]+$/.test(bucket)) return `https://${bucket}.s3.${region}.amazonaws.com/`
  return `https://s3.${region}.amazonaws.com/${bucket}/`
}

/** An error response of a store. */
export class S3Refusal extends Error {
  readonly status: number
  /** The store's error code, or empty if the response has no body. */
  readonly code: string
  /** The bucket's actual region, if the response states it. */
  readonly region: string | null

  constructor(status: number, body: string, headers: Readonly<Record<string, unknown>>) {
    const { content } = readXml(body)
    super(textIn(content, 'Message') || `status ${status}`)
    this.status = status
    this.code = textIn(content, 'Code')
    const named = headers['x-amz-bucket-region']
    this.region = typeof named === 'string' ? named : textIn(content, 'Region') || null
  }
}

const wrongKeys = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'InvalidSecurity',
  'AuthorizationHeaderMalformed',
])

/** Maps a store's error response for a path to a `Problem`. */
export function s3Problem(
  refusal: S3Refusal,
  { where, bucket }: { where: string; bucket: string },
  path: string,
): Problem {
  const { status, code, message } = refusal
  if (code === 'NoSuchBucket') return unavailable(where, `it has no bucket '${bucket}'.`)
  if (wrongKeys.has(code) || status === 401) return unavailable(where, 'it refuses the access key of the service.')
  if (code === 'RequestTimeTooSkewed') return unavailable(where, 'its clock and the one of this host differ too much.')
  if (code === 'QuotaExceeded') return refusals.full()
  if (code === 'KeyTooLongError') return refusals.noName(path)
  if (code === 'EntityTooLarge') return new Problem(413, 'The file is larger than the storage accepts.')
  if (status === 403) return refusals.denied(where, path)
  if (status === 404) return refusals.missing(path)
  return unavailable(where, `it responded with status ${status} (${code || message}).`)
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** If absent, the request is for the bucket itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** Milliseconds to wait for a response, or for progress of a stuck connection. */
const patience = 15_000
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

  /** @param requestRegion region of the failed request, which a concurrent request may have corrected since */
  #isWorthAnother(error: unknown, { headers }: S3Request, requestRegion: string): boolean {
    if (!(error instanceof S3Refusal)) return false
    const { status, region } = error
    if (status === 400 || status === 301 || status === 307) {
      if (region !== null) this.#region = region
      return this.#region !== requestRegion
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
