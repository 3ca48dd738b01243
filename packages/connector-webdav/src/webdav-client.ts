import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { ConnectorTools } from '@millwright/connector/connector'
import { readText } from '@millwright/connector/files/answer-body'
import { type FileBytes, isSingle, type StoredEntry } from '@millwright/connector/files/file-storage'
import { unavailable } from '@millwright/connector/files/unavailable'
import type { HttpConnection } from '@millwright/connector/outgoing'
import { isRecord } from '@millwright/contract/wire/is-record'
import { XMLParser } from 'fast-xml-parser'
import { type Challenge, digestHeader, readChallenge } from './digest.ts'
import type { WebdavSettings } from './webdav-settings.ts'

export interface WebdavRequest {
  readonly method: string
  /** Path segments from the root. `folder`: whether it is a folder. */
  readonly names: readonly string[]
  readonly isFolder?: boolean
  readonly headers?: OutgoingHttpHeaders
  readonly body?: FileBytes
}

/** A response with a status of 300 or above. */
export class WebdavRefusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(`The server answered ${status}.`)
    this.status = status
  }
}

const propfindBody = `<?xml version="1.0" encoding="utf-8"?>
<D:propfind xmlns:D="DAV:"><D:prop><D:resourcetype/><D:getcontentlength/><D:getlastmodified/><D:getetag/></D:prop></D:propfind>`

/** A client for one server, as one user. */
export class WebdavClient {
  readonly settings: WebdavSettings
  readonly #line: HttpConnection
  #challenge: Challenge | null = null
  #count = 0

  constructor(settings: WebdavSettings, openHttp: ConnectorTools['openHttp']) {
    this.settings = settings
    this.#line = openHttp(settings)
  }

  /** The file or folder at a path, and with depth 1 its content. Returns `null` if nothing exists there. */
  async members(names: readonly string[], depth: 0 | 1): Promise<readonly Member[] | null> {
    const headers = { depth: String(depth), 'content-type': 'application/xml; charset=utf-8' }
    const request = { method: 'PROPFIND', names, headers, body: Buffer.from(propfindBody) }
    try {
      const answer = await this.send({ ...request, isFolder: depth === 1 }).catch((error: unknown) => {
        // Some servers redirect requests for a folder to its URL with a trailing slash.
        if (!isRedirect(error)) throw error
        return this.send({ ...request, isFolder: depth === 0 })
      })
      const members = readMembers(await readText(answer, this.settings.where), this.urlOf(names, true))
      if (members === null) throw unavailable(this.settings.where, 'its response is not WebDAV.')
      return members
    } catch (error) {
      if (error instanceof WebdavRefusal && (error.status === 404 || error.status === 410)) return null
      throw error
    }
  }

  /** Like `send`, for responses of which only the status matters. */
  async tell(request: WebdavRequest): Promise<number> {
    const answer = await this.send(request)
    const { statusCode = 0 } = answer
    // Changes to some of several files failed (RFC 4918, 11.1).
    if (statusCode === 207) throw new WebdavRefusal(firstRefusal(await readText(answer, this.settings.where)))
    answer.resume()
    return statusCode
  }

  /** Returns the response, whose body must be read or destroyed. Rejects with a `WebdavRefusal` or a 503. */
  async send(request: WebdavRequest): Promise<IncomingMessage> {
    const answer = await this.#attempt(request)
    if (answer.statusCode !== 401) return accepted(answer)
    const challenge = readChallenge(answer.headers['www-authenticate'] ?? '')
    answer.resume()
    const { username, where } = this.settings
    const canAgain = request.body === undefined || request.body instanceof Uint8Array
    if (challenge === null || username === null || !canAgain) throw refusesUser(where)
    this.#challenge = challenge
    this.#count = 0
    const again = await this.#attempt(request)
    if (again.statusCode === 401) {
      again.resume()
      throw refusesUser(where)
    }
    return accepted(again)
  }

  /** Connections in use are closed after their request. */
  close(): void {
    this.#line.close()
  }

  urlOf(names: readonly string[], isFolder = false): URL {
    const path = [...this.settings.container, ...names].map(encodeURIComponent).join('/')
    return new URL(isFolder && path !== '' ? `${path}/` : path, this.settings.root)
  }

  #attempt({ method, names, isFolder, headers, body }: WebdavRequest): Promise<IncomingMessage> {
    const url = this.urlOf(names, isFolder)
    const length = body instanceof Uint8Array ? { 'content-length': String(body.length) } : {}
    const authorization = this.#authorization(method, url)
    return this.#line.ask({
      method,
      url,
      headers: { ...length, ...(authorization === null ? {} : { authorization }), ...headers },
      ...(body === undefined ? {} : { body }),
    })
  }

  #authorization(method: string, { pathname, search }: URL): string | null {
    const { username, password } = this.settings
    if (username === null) return null
    if (this.#challenge === null) return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    this.#count += 1
    const count = this.#count
    return digestHeader(this.#challenge, { method, uri: pathname + search, username, password, count })
  }
}

const refusesUser = (where: string) => unavailable(where, 'it refuses the user of the service.')

function accepted(answer: IncomingMessage): IncomingMessage {
  const { statusCode = 0 } = answer
  if (statusCode >= 200 && statusCode < 300) return answer
  answer.resume()
  throw new WebdavRefusal(statusCode)
}

const isRedirect = (error: unknown) => error instanceof WebdavRefusal && error.status > 300 && error.status < 309

function firstRefusal(text: string): number {
  const [, status] = /HTTP\/[\d.]+\s+([45]\d\d)/.exec(text) ?? []
  return Number(status ?? 409)
}

/** A file or folder in a response. The requested one has the name ''. */
interface Member extends StoredEntry {
  readonly etag: string | null
}

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  // Names can end in spaces.
  trimValues: false,
  htmlEntities: true,
  isArray: (name) => name === 'response' || name === 'propstat',
})

/**
 * Parses a PROPFIND response (RFC 4918, 9.1). `folderUrl`: the requested URL, as a folder; entries elsewhere are skipped. Returns
 * `null` if the response is invalid.
 */
function readMembers(text: string, folderUrl: URL): readonly Member[] | null {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return null
  const read = parsed(text)
  if (!isRecord(read) || read.multistatus === undefined) return null
  const responses: unknown = Object(read.multistatus).response
  if (!Array.isArray(responses)) return []
  return responses.flatMap((response: unknown) => memberOf(Object(response), folderUrl) ?? [])
}

function memberOf(response: Readonly<Record<string, unknown>>, folderUrl: URL): Member | null {
  const name = nameOf(textOf(response.href), folderUrl)
  if (name === null) return null
  const parts: readonly unknown[] = Array.isArray(response.propstat) ? response.propstat : []
  const found = parts.map((part) => Object(part)).filter(({ status }) => / 2\d\d\b/.test(textOf(status)))
  const prop: Readonly<Record<string, unknown>> = Object.assign({}, ...found.map((part) => part.prop))
  if (found.length === 0) return null
  const kind: unknown = prop.resourcetype
  const isFolder = typeof kind === 'object' && kind !== null && 'collection' in kind
  const modified = Date.parse(textOf(prop.getlastmodified))
  const size = Number(textOf(prop.getcontentlength))
  return {
    name,
    type: isFolder ? 'folder' : 'file',
    size: isFolder || !Number.isSafeInteger(size) ? 0 : size,
    modified: Number.isNaN(modified) ? null : modified,
    etag: textOf(prop.getetag) || null,
  }
}

/** `null` if the entry is neither the requested one nor directly inside it. */
function nameOf(href: string, folderUrl: URL): string | null {
  const url = URL.parse(href.trim(), folderUrl.href)
  const own = decoded(folderUrl.pathname)
  const entryPath = decoded(url?.pathname ?? '')
  if (own === null || entryPath === null) return null
  if (entryPath === own || `${entryPath}/` === own) return ''
  if (!entryPath.startsWith(own)) return null
  const rest = entryPath.slice(own.length)
  const name = rest.endsWith('/') ? rest.slice(0, -1) : rest
  return isSingle(name) ? name : null
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

function parsed(text: string): unknown {
  try {
    return parser.parse(text)
  } catch {
    return null
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
