import { apiKeyHeader, apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import type { FastifyInstance } from 'fastify'

export interface SendOptions {
  /** Sent as JSON unless it is a string or bytes. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Whose session token is sent. */
  readonly as?: { readonly token: string } | undefined
  /** API key of an app. */
  readonly key?: string
}

export interface Answer<Body> {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Parsed if it is JSON, otherwise the text. */
  readonly body: Body
}

/** `path` is below `/api/v2`, such as `system/admin/1`, unless it begins with a slash. */
export type Send = <Body = unknown>(method: string, path: string, options?: SendOptions) => Promise<Answer<Body>>

/** Sends requests to a server without a network connection. */
export function sender(server: FastifyInstance): Send {
  return async <Body>(method: string, path: string, { body, headers, as, key }: SendOptions = {}) => {
    const plain = body === undefined || typeof body === 'string' || body instanceof Uint8Array
    const answer = await server.inject({
      // The types of `inject` only know the usual methods, but the server accepts any.
      method: method as 'GET',
      url: path.startsWith('/') ? path : `${apiPrefix}/${path}`,
      headers: {
        ...(plain ? {} : { 'content-type': 'application/json' }),
        ...(as === undefined ? {} : { [sessionTokenHeader]: as.token }),
        ...(key === undefined ? {} : { [apiKeyHeader]: key }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: plain ? payloadOf(body) : JSON.stringify(body) }),
    })
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json')
    return {
      status: answer.statusCode,
      headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, value?.toString()])),
      body: (isJson && answer.body !== '' ? JSON.parse(answer.body) : answer.body) as Body,
    }
  }
}

const payloadOf = (body: string | Uint8Array) => (typeof body === 'string' ? body : Buffer.from(body))

/** Exposes the server as a `fetch` function, for clients that are tested against it; the host is ignored. */
export function fetchFrom(server: FastifyInstance): typeof fetch {
  return async (input, init = {}) => {
    const address = input instanceof Request ? input.url : String(input)
    const { pathname, search } = new URL(address, 'http://instance.test')
    init.signal?.throwIfAborted()
    const headers = new Headers(init.headers ?? (input instanceof Request ? input.headers : undefined))
    const body = init.body ?? (input instanceof Request ? input.body : null)
    const payload = body === null ? null : Buffer.from(await new Response(body).arrayBuffer())
    const answer = await server.inject({
      method: (init.method ?? (input instanceof Request ? input.method : 'GET')) as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(headers),
      ...(payload === null ? {} : { payload }),
    })
    init.signal?.throwIfAborted()
    const empty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
        [value ?? []].flat().map((each) => [name, String(each)]),
      ),
    })
  }
}
