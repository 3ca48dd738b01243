import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ConnectorTools } from '@millwright/connector/connector'
import { readText } from '@millwright/connector/files/answer-body'
import { encodeKey } from '@millwright/connector/files/objects/object-store'
import type { HttpConnection } from '@millwright/connector/outgoing'
import type { AzureSettings } from './azure-settings.ts'

export interface AzureRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** If absent, the request is for the container itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
}

/** An error response of the store. */
export class AzureRefusal extends Error {
  readonly status: number
  /** The store's error code, or empty if it has none. */
  readonly code: string

  constructor(status: number, code: string) {
    super(`${status} ${code}`)
    this.status = status
    this.code = code
  }
}

const version = '2021-12-02'

/** A client for one container, using the REST API of the Blob service with Shared Key authorization. */
export class AzureClient {
  readonly settings: AzureSettings
  readonly #line: HttpConnection

  constructor(settings: AzureSettings, openHttp: ConnectorTools['openHttp']) {
    this.settings = settings
    this.#line = openHttp({ where: settings.where })
  }

  /**
   * Returns the response, whose body must be read or destroyed. Rejects with an `AzureRefusal`, or with a 503 if the store is
   * unreachable.
   */
  async send({ method, key, query = {}, headers = {}, body }: AzureRequest): Promise<IncomingMessage> {
    const url = this.urlOf(key)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const sent: Record<string, string> = {
      ...headers,
      'x-ms-version': version,
      'x-ms-date': new Date().toUTCString(),
      ...(method === 'PUT' ? { 'content-length': String(body?.length ?? 0) } : {}),
    }
    const authorization = this.#signature(method, url, sent)
    const answer = await this.#line.ask({
      method,
      url,
      headers: { ...sent, authorization },
      ...(body !== undefined && { body }),
    })
    const { statusCode = 0 } = answer
    if (statusCode >= 200 && statusCode < 300) return answer
    const code = answer.headers['x-ms-error-code']
    answer.destroy()
    throw new AzureRefusal(statusCode, typeof code === 'string' ? code : '')
  }

  /** Like `send`, for responses with a short text body. */
  async read(request: AzureRequest): Promise<string> {
    return readText(await this.send(request), this.settings.where)
  }

  /** Like `send`, for responses of which only the headers matter. */
  async head(request: AzureRequest): Promise<IncomingMessage['headers']> {
    const answer = await this.send(request)
    answer.resume()
    return answer.headers
  }

  urlOf(key: string | undefined): URL {
    const { root } = this.settings
    return new URL(key === undefined ? root.href.slice(0, -1) : root.href + encodeKey(key))
  }

  /** Connections in use are closed after their request. */
  close(): void {
    this.#line.close()
  }

  /** See "Authorize with Shared Key" in the documentation of Azure Storage. */
  #signature(method: string, url: URL, headers: Readonly<Record<string, string>>): string {
    const { account, key } = this.settings
    const length = headers['content-length'] ?? ''
    const headerOf = (name: string) => headers[name] ?? ''
    const own = Object.keys(headers)
      .filter((name) => name.startsWith('x-ms-'))
      .sort()
    const parameters = [...url.searchParams].sort(([one], [other]) => (one < other ? -1 : 1))
    const text = [
      method,
      headerOf('content-encoding'),
      headerOf('content-language'),
      length === '0' ? '' : length,
      headerOf('content-md5'),
      headerOf('content-type'),
      '',
      '',
      headerOf('if-match'),
      headerOf('if-none-match'),
      '',
      headerOf('range'),
      ...own.map((name) => `${name}:${headerOf(name)}`),
      [`/${account}${url.pathname}`, ...parameters.map(([name, value]) => `${name}:${value}`)].join('\n'),
    ].join('\n')
    return `SharedKey ${account}:${createHmac('sha256', key).update(text).digest('base64')}`
  }
}
