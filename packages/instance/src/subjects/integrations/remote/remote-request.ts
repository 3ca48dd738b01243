import { createHash, randomBytes } from 'node:crypto'
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { Problem } from '@millwright/contract/problem'
import { type Verb, verbMask } from '@millwright/contract/verbs'
import { type Lookups, substituteInUrl, substituteLookups } from '../../../platform/lookup-substitution.ts'
import { printable } from '../../../platform/plain-text.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { joinParams } from '../../../request/params.ts'
import type { RemoteConfig, RemoteHeader } from './remote-config.ts'

/** Parameters with credentials for this instance, which are never passed on. */
const credentials = new Set(['api_key', 'session_token', 'script_token'])

/** The query parameters to pass on: in their order and with repetitions, without credentials and the parameter that overrides the verb. */
function queryPairs({
  verb,
  params,
  query,
}: Pick<ApiRequest, 'verb' | 'params' | 'query'>): readonly [string, string][] {
  const pairs = (query === undefined ? null : asSent(query, params)) ?? Object.entries(params)
  return pairs.filter(([name, value]) => !credentials.has(name) && !namesVerb(name, value, verb))
}

/** The parameters of the original query string; `null` if `params` no longer matches it. */
function asSent(query: string, params: ApiRequest['params']): readonly [string, string][] | null {
  const pairs = [...new URLSearchParams(query)]
  const read = Object.entries(joinParams(pairs))
  const same = read.length === Object.keys(params).length && read.every(([name, value]) => params[name] === value)
  return same ? pairs : null
}

function namesVerb(name: string, value: string, verb: string): boolean {
  if (name !== '_method' && name !== 'method') return false
  const named = value.trim().toUpperCase()
  return named === verb || (named === 'MERGE' && verb === 'PATCH')
}

/** A request to the remote server. */
export interface RemoteRequest {
  readonly verb: Verb
  readonly address: URL
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** Equal for requests that may share a response. */
  readonly cacheKey: string
}

type Asked = Pick<
  ApiRequest,
  'verb' | 'resource' | 'endsInSlash' | 'params' | 'query' | 'headers' | 'payload' | 'upload'
>

/** Headers that belong to one connection or are set by the HTTP client. */
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'content-length',
  'expect',
  'via',
])

/** Whether a configured header of this name is left out. */
export const isOfConnection = (name: string): boolean => hopByHop.has(name.toLowerCase())

/** Identifies this instance in the `Via` header, to detect requests that come back to it. */
const via = `1.1 millwright-${randomBytes(6).toString('hex')}`

/**
 * Builds the request to the remote server from the service's settings, with all lookup keys replaced, private ones included
 * (docs/wire/remote.md). Throws a 503 if the settings yield no valid URL or header.
 */
export function remoteRequest(
  clientRequest: Asked,
  config: RemoteConfig,
  base: string,
  lookups: Lookups,
): RemoteRequest {
  if (clientRequest.headers.via?.includes(via))
    throw new Problem(508, 'The request came back to the instance that sent it.')
  const bit = verbMask[clientRequest.verb]
  /** Values that depend on the caller are always part of the cache key. */
  const personal: string[] = []
  const filled = (text: string, substitute = substituteLookups) => {
    const value = substitute(text, lookups, { withPrivate: true })
    if (value !== text) personal.push(value)
    return value
  }

  const rows = config.parameters.filter(({ verbs }) => (verbs & bit) !== 0)
  const excluded = (by: 'outbound' | 'cacheKey') =>
    new Set(rows.filter((row) => row.exclude && row[by]).map(({ name }) => name.toLowerCase()))
  const unsent = excluded('outbound')
  const unkeyed = excluded('cacheKey')
  const client = queryPairs(clientRequest)
  const sent = client.filter(([name]) => !unsent.has(name.toLowerCase()))
  const keyed = client.filter(([name]) => !unkeyed.has(name.toLowerCase()))
  for (const row of rows) {
    if (row.exclude || (!row.outbound && !row.cacheKey)) continue
    const pair: [string, string] = [row.name, filled(row.value)]
    if (row.outbound) sent.push(pair)
    if (row.cacheKey) keyed.push(pair)
  }

  const address = addressOf(filled(base, substituteInUrl), clientRequest, config.keepsSlash, sent)
  const headers = headersOf(clientRequest, config, filled, personal)
  const user = userOf(address, filled(config.transport.user))
  if (user !== '' && headers.authorization === undefined) {
    headers.authorization = `Basic ${Buffer.from(user).toString('base64')}`
  }
  const key = JSON.stringify([address.origin, address.pathname, keyed, personal, user])
  return {
    verb: clientRequest.verb,
    address,
    headers: { ...headers, via },
    cacheKey: `remote ${createHash('sha256').update(key).digest('base64url')}`,
  }
}

function addressOf(base: string, clientRequest: Asked, keepsSlash: boolean, query: readonly [string, string][]): URL {
  const [place = '', baseQuery] = splitAt(base.trim().replace(/#.*$/s, ''), '?')
  const names = clientRequest.resource.split('/').filter((name) => name !== '.' && name !== '..')
  const path = names.map(encoded).join('/')
  const slash = keepsSlash && clientRequest.endsInSlash === true ? '/' : ''
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  const whole = [baseQuery ?? '', ...pairs].filter((part) => part !== '').join('&')
  const text = clientRequest.resource === '' ? place : `${place.replace(/\/+$/, '')}/${path}${slash}`
  const address = URL.parse(whole === '' ? text : `${text}?${whole}`)
  if (address === null || (address.protocol !== 'http:' && address.protocol !== 'https:')) {
    throw new Problem(503, 'The base URL of the service is not a URL that begins with http:// or https://.')
  }
  return address
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

function splitAt(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function headersOf(
  clientRequest: Asked,
  config: RemoteConfig,
  filled: (text: string) => string,
  personal: string[],
): Record<string, string> {
  const headers: Record<string, string> = {
    accept: '*/*',
    'accept-encoding': 'identity',
    'user-agent': config.transport.userAgent === '' ? 'Millwright' : filled(config.transport.userAgent),
  }
  const type = bodyType(clientRequest)
  if (type !== undefined) headers['content-type'] = type
  const encoding = clientRequest.upload === undefined ? undefined : clientRequest.headers['content-encoding']
  if (encoding !== undefined) headers['content-encoding'] = encoding
  for (const row of config.headers.filter(({ verbs }) => (verbs & verbMask[clientRequest.verb]) !== 0)) {
    const name = row.name.toLowerCase()
    if (isOfConnection(name)) continue
    const value = row.passFromClient ? passed(row, clientRequest, personal) : filled(row.value)
    if (value === undefined) continue
    checkHeader(row, value)
    headers[name] = value
  }
  return headers
}

/** Values created by this instance are JSON, unless they are strings. */
function bodyType({ verb, headers, payload, upload }: Asked): string | undefined {
  const sent = headers['content-type']
  if (verb === 'GET') return undefined
  const isValue = upload === undefined && typeof payload === 'object' && payload !== null
  return isValue && !(payload instanceof Uint8Array) && !/json/i.test(sent ?? '') ? 'application/json' : sent
}

function passed({ name }: RemoteHeader, { headers }: Asked, personal: string[]): string | undefined {
  const value = headers[name.toLowerCase()]
  personal.push(value ?? '')
  return value
}

function checkHeader({ name }: RemoteHeader, value: string): void {
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
  } catch {
    throw new Problem(
      503,
      `The settings of the service contain a header '${printable(name).slice(0, 100)}' that cannot be sent.`,
    )
  }
}

/** Removes the user info from the URL and returns it, or the configured user. */
function userOf(address: URL, configured: string): string {
  const own = address.username === '' ? '' : `${decoded(address.username)}:${decoded(address.password)}`
  address.username = ''
  address.password = ''
  return configured || own
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
