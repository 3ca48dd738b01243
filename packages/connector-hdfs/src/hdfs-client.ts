import type { IncomingMessage } from 'node:http'
import type { ConnectorTools } from '@millwright/connector/connector'
import { readText } from '@millwright/connector/files/answer-body'
import type { FileBytes } from '@millwright/connector/files/file-storage'
import { unavailable } from '@millwright/connector/files/unavailable'
import type { HttpConnection } from '@millwright/connector/outgoing'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { HdfsSettings } from './hdfs-settings.ts'

/** A WebHDFS operation. */
export interface HdfsRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** Path segments from the root of the cluster. */
  readonly names: readonly string[]
  readonly operation: string
  readonly query?: Readonly<Record<string, string>>
  /** The body for the DataNode. */
  readonly body?: FileBytes
}

/** An error response of the cluster. */
export class HdfsRefusal extends Error {
  readonly status: number
  /** The name of the cluster's exception without its package, or empty if there is none. */
  readonly exception: string

  constructor(status: number, exception: string) {
    super(`${status} ${exception}`)
    this.status = status
    this.exception = exception
  }
}

export type HdfsTools = Pick<ConnectorTools, 'mayReach' | 'openHttp'>

/** A WebHDFS client for one cluster, as one user. */
export class HdfsClient {
  readonly settings: HdfsSettings
  readonly #line: HttpConnection
  readonly #mayReach: ConnectorTools['mayReach']

  constructor(settings: HdfsSettings, { mayReach, openHttp }: HdfsTools) {
    this.settings = settings
    this.#mayReach = mayReach
    this.#line = openHttp(settings)
  }

  /** Returns the cluster's JSON response, or an empty object for an empty body. Rejects with an `HdfsRefusal` or a 503. */
  async requestJson(request: HdfsRequest): Promise<Readonly<Record<string, unknown>>> {
    return readJson(await readText(await this.send(request), this.settings.where))
  }

  /** Returns the response, whose body must be read or destroyed. For reads and writes of bytes, it is the DataNode's response. */
  async send({ body, ...request }: HdfsRequest): Promise<IncomingMessage> {
    const { method } = request
    const first = await this.#line.ask({ method, url: this.#urlOf(request), headers: this.#headers() })
    const { statusCode = 0, headers } = first
    if (statusCode !== 307) {
      const answer = await this.#accepted(first)
      if (body === undefined) return answer
      answer.resume()
    }
    first.resume()
    const place = URL.parse(headers.location ?? '', this.settings.root.href)
    if (statusCode !== 307 || place === null || !/^https?:$/.test(place.protocol)) {
      throw unavailable(this.settings.where, 'it does not say where the bytes of the file are.')
    }
    await this.#mayReach(place)
    const kind = body === undefined ? {} : { 'content-type': 'application/octet-stream' }
    const length = body instanceof Uint8Array ? { 'content-length': String(body.length) } : {}
    const isOwn = place.origin === this.settings.root.origin
    const answer = await this.#line.ask({
      method,
      url: place,
      headers: { ...(isOwn ? this.#headers() : {}), ...kind, ...length },
      ...(body === undefined ? {} : { body }),
    })
    return this.#accepted(answer)
  }

  /** Connections in use are closed after their request. */
  close(): void {
    this.#line.close()
  }

  #urlOf({ names, operation, query = {} }: HdfsRequest): URL {
    const { root, username, password, token } = this.settings
    const url = new URL(names.map(encodeURIComponent).join('/'), root)
    url.searchParams.set('op', operation)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    if (token !== null) url.searchParams.set('delegation', token)
    else if (username !== null && password === null) url.searchParams.set('user.name', username)
    return url
  }

  #headers(): Record<string, string> {
    const { username, password } = this.settings
    if (username === null || password === null) return {}
    return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
  }

  async #accepted(answer: IncomingMessage): Promise<IncomingMessage> {
    const { statusCode = 0 } = answer
    if (statusCode >= 200 && statusCode < 300) return answer
    const { RemoteException: remote } = readJson(await readText(answer, this.settings.where))
    const exception = isRecord(remote) && typeof remote.exception === 'string' ? remote.exception : ''
    throw new HdfsRefusal(statusCode, exception.replace(/^.*[.$]/, ''))
  }
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text)
    return isRecord(read) ? read : {}
  } catch {
    return {}
  }
}
