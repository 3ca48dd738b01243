import type { IncomingMessage } from 'node:http'
import type { Settings } from '@millwright/connector/config-values'
import type { ConnectorTools } from '@millwright/connector/connector'
import { readBytes, readText } from '@millwright/connector/files/answer-body'
import { contentType } from '@millwright/connector/files/content-type'
import { type FileBytes, type FileStorage, nameOf } from '@millwright/connector/files/file-storage'
import { createObjectStorage } from '@millwright/connector/files/objects/object-storage'
import {
  encodeKey,
  inGroups,
  type ObjectPage,
  type ObjectStore,
} from '@millwright/connector/files/objects/object-store'
import { refusals, unavailable } from '@millwright/connector/files/unavailable'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type SwiftPass, signIn, swiftSettings } from './swift-identity.ts'

interface SwiftRequest {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** If absent, the request is for the container itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: FileBytes
}

class SwiftRefusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(String(status))
    this.status = status
  }
}

/** Files in a container of OpenStack's object storage. The first write creates the container if it is missing. */
export function open(config: Settings, { openHttp }: Pick<ConnectorTools, 'openHttp'>): FileStorage {
  const settings = swiftSettings(config)
  const { where, container } = settings
  const line = openHttp({ where })
  let signed: Promise<SwiftPass> | null = null
  let isThere: Promise<unknown> | null = null

  function pass(): Promise<SwiftPass> {
    if (signed !== null) return signed
    const begun = signIn(line, settings)
    signed = begun
    begun.catch(() => {
      if (signed === begun) signed = null
    })
    return begun
  }

  /** Returns the response, whose body must be read or destroyed. Signs in again once if the token has expired. */
  async function send(request: SwiftRequest): Promise<IncomingMessage> {
    const current = pass()
    const answer = await sendWith(await current, request)
    const { statusCode = 0 } = answer
    if (statusCode >= 200 && statusCode < 300) return answer
    answer.destroy()
    if (statusCode !== 401) throw new SwiftRefusal(statusCode)
    if (signed === current) signed = null
    // A partially read stream cannot be sent again.
    if (request.body !== undefined && !(request.body instanceof Uint8Array)) throw new SwiftRefusal(401)
    const again = await sendWith(await pass(), request)
    if ((again.statusCode ?? 0) < 300) return again
    again.destroy()
    throw new SwiftRefusal(again.statusCode ?? 0)
  }

  function sendWith({ token, storage }: SwiftPass, { method, key, query = {}, headers = {}, body }: SwiftRequest) {
    const place = `${storage}/${encodeURIComponent(container)}`
    const url = new URL(key === undefined ? place : `${place}/${encodeKey(key)}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const length =
      method === 'PUT' && (body === undefined || body instanceof Uint8Array)
        ? { 'content-length': String(body?.length ?? 0) }
        : {}
    return line.ask({
      method,
      url,
      headers: { ...headers, ...length, 'x-auth-token': token },
      ...(body !== undefined && { body }),
    })
  }

  async function head(request: SwiftRequest): Promise<IncomingMessage['headers']> {
    const answer = await send(request)
    answer.resume()
    return answer.headers
  }

  /**
   * Ensures a valid token before requests that can only be sent once. Users who may not create containers may still write to
   * existing ones.
   */
  async function ready(): Promise<void> {
    isThere ??= head({ method: 'PUT' }).catch((error: unknown) => {
      if (error instanceof SwiftRefusal && error.status !== 401) return
      isThere = null
      throw error
    })
    await isThere
    await head({ method: 'HEAD' })
  }

  const store: ObjectStore = {
    async head(key) {
      try {
        const headers = await head({ method: 'HEAD', key })
        const modified = Date.parse(headers['last-modified'] ?? '') || 0
        return { size: Number(headers['content-length']) || 0, modified, etag: headers.etag }
      } catch (error) {
        if (error instanceof SwiftRefusal && error.status === 404) return null
        throw error
      }
    },

    async *pages({ prefix, flat, most = 1000 }) {
      const params = { format: 'json', prefix, limit: String(most), ...(flat ? {} : { delimiter: '/' }) }
      for (let marker = ''; ; ) {
        const rows = await listed({ ...params, ...(marker === '' ? {} : { marker }) })
        yield pageOf(rows)
        const last = rows.at(-1)
        const next = String(last?.name ?? last?.subdir ?? '')
        if (rows.length < most || next === '' || next === marker) return
        marker = next
      }
    },

    async *read(key, etag, range) {
      const headers = {
        ...(range === null ? {} : { range: `bytes=${range.start}-${range.end}` }),
        ...(etag === undefined ? {} : { 'if-match': etag }),
      }
      yield* readBytes(await send({ method: 'GET', key, headers }), where)
    },

    async put({ key, keepExisting }, content) {
      await ready()
      const type = key.endsWith('/') ? 'application/directory' : contentType(nameOf(key))
      const headers = { 'content-type': type, ...(keepExisting ? { 'if-none-match': '*' } : {}) }
      await head({ method: 'PUT', key, headers, body: content })
    },

    copy: (objects, target) =>
      inGroups(objects, ({ key }) =>
        head({
          method: 'PUT',
          key: target(key),
          headers: { 'x-copy-from': `/${encodeURIComponent(container)}/${encodeKey(key)}` },
        }),
      ),

    remove: (keys) =>
      inGroups(keys, (key) =>
        head({ method: 'DELETE', key }).catch((error: unknown) => {
          if (!(error instanceof SwiftRefusal && error.status === 404)) throw error
        }),
      ),

    isAlreadyExists: (error) => error instanceof SwiftRefusal && error.status === 412,

    problemOf(error, path) {
      if (!(error instanceof SwiftRefusal)) return error
      const { status } = error
      if (status === 401) return unavailable(where, 'it refuses the user of the service.')
      if (status === 403) return refusals.denied(where, path)
      if (status === 404) return refusals.missing(path)
      if (status === 413) return refusals.full()
      if (status === 400 || status === 414) return refusals.noName(path)
      return unavailable(where, `it responded with status ${status}.`)
    },

    close: () => line.close(),
  }

  async function listed(
    query: Readonly<Record<string, string>>,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const text = await send({ method: 'GET', query }).then(
      (answer) => readText(answer, where),
      (error: unknown) => {
        if (error instanceof SwiftRefusal && error.status === 404) return '[]'
        throw error
      },
    )
    try {
      const rows: unknown = JSON.parse(text || '[]')
      return Array.isArray(rows) ? rows.filter(isRecord) : []
    } catch {
      throw unavailable(where, 'its response is not a listing.')
    }
  }
  return createObjectStorage(store)
}

function pageOf(rows: readonly Readonly<Record<string, unknown>>[]): ObjectPage {
  return {
    objects: rows
      .filter(({ name }) => typeof name === 'string')
      .map(({ name, bytes, last_modified: modified }) => ({
        key: String(name),
        size: Number(bytes) || 0,
        // UTC without a time zone.
        modified: Date.parse(`${modified}Z`) || 0,
      })),
    folders: rows.flatMap(({ subdir }) => (typeof subdir === 'string' ? [subdir] : [])),
  }
}
