import { methodOverrideHeaders } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { FastifyRequest } from 'fastify'
import type { Params } from '../request/api-request.ts'
import type { Call } from '../request/call.ts'
import type { Caller } from '../request/caller.ts'
import { joinItems } from '../request/params.ts'
import { checkBounds, type RequestBounds } from '../request/request-bounds.ts'
import { credentialsOf } from './credentials.ts'
import type { ReadBody } from './formats/body-format.ts'
import { readSentBody } from './formats/read-body.ts'
import type { Origins } from './origins.ts'
import { type CallTarget, readTarget } from './target.ts'

/** Headers that Node joins or drops if they are repeated; the only exception contains cookies, which are not used here. */
type Headers = Readonly<Record<string, string | undefined>>

const noBody: ReadBody = { payload: undefined, format: 'none' }

/**
 * Converts an HTTP request to a call of the gateway; synchronously if there is no body or it is JSON. `origins` are what links
 * begin with. Throws a `Problem` for a body that is invalid or contains more than `bounds` allow.
 */
export function readApiCall(request: FastifyRequest, origins: Origins, bounds: RequestBounds): Call | Promise<Call> {
  const target = readTarget(pathOf(request.url))
  const headers = request.headers as Headers
  const verb = verbOf(request.method, headers, target.params)
  const body = bodyOf(request, bounds)
  const origin = origins.ofAnswers(request)
  const { socket } = request.raw
  const isGivenUp = () => socket.destroyed
  const sender = {
    origin,
    linkOrigin: () => origins.ofMails(request),
    address: request.ip,
    isGivenUp,
    identified: (caller: Caller) => {
      request.noted.caller = caller
      origins.identified(request, caller)
    },
  }
  const call = (read: ReadBody) => {
    checkBounds(bounds, { verb, params: target.params, payload: read.payload })
    const apiCall = callOf(verb, target, headers, read, sender, bounds)
    request.noted.asked = apiCall
    return apiCall
  }
  return body instanceof Promise ? body.then(call) : call(body)
}

function callOf(
  verb: Verb,
  { service, resource, endsInSlash, params, query }: CallTarget,
  headers: Headers,
  { payload, format, decimalComma }: ReadBody,
  sender: Pick<Call, 'origin' | 'linkOrigin' | 'address' | 'isGivenUp' | 'identified'>,
  bounds: RequestBounds,
): Call {
  return {
    verb,
    service,
    resource,
    endsInSlash,
    params: verb === 'GET' && payload !== undefined ? withPayload(params, payload, bounds) : params,
    query,
    payload,
    payloadFormat: format,
    decimalComma,
    headers,
    credentials: credentialsOf({ service, resource, params, headers, payload }),
    requestor: 'API',
    ...sender,
  }
}

/** The path of a request line, which proxies may send in the absolute form. */
export function pathOf(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, '')
}

function bodyOf({ body, headers }: FastifyRequest, bounds: RequestBounds): ReadBody | Promise<ReadBody> {
  if (!Buffer.isBuffer(body) || body.length === 0) return noBody
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    throw new Problem(415, `Bodies in the encoding '${encoding}' are not accepted.`)
  }
  return readSentBody(body, headers['content-type'], bounds)
}

/**
 * The parameters of a read sent as a POST, whose body may contain what is too long for a URL: `ids`, `filter` and so on. The URL
 * takes precedence.
 */
function withPayload(params: Params, payload: unknown, { ids, names }: RequestBounds): Params {
  const merged: Record<string, string> = Object.assign(Object.create(null), fromPayload(payload, Math.max(ids, names)))
  return Object.assign(merged, params)
}

/** `most`: items of a list that is a parameter; more are none, and would take long to join. */
function fromPayload(payload: unknown, most: number): Record<string, string> {
  if (Array.isArray(payload)) return fromPayload({ resource: payload }, most)
  if (!isRecord(payload)) return {}
  const found: Record<string, string> = {}
  for (const [name, sent] of Object.entries(payload)) {
    const value = Array.isArray(sent) ? sent.slice(0, most) : sent
    if (name === 'resource') found.ids ??= joinItems(rowIds(value).map(asText))
    else if (name === 'ids' && Array.isArray(value)) found.ids = joinItems(value.map(asText))
    else if (value !== null && value !== undefined) found[name] = asText(value)
  }
  if (found.ids === '') delete found.ids
  return found
}

const rowIds = (rows: unknown) =>
  Array.isArray(rows) ? rows.map((row: unknown) => (isRecord(row) ? row.id : row)) : []

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(',')
  return isRecord(value) ? JSON.stringify(value) : String(value ?? '')
}

const overrides = methodOverrideHeaders.map((name) => name.toLowerCase())

/** The effective verb: a POST may be overridden by a header or parameter. Throws 405 for unknown verbs. */
export function verbOf(method: string, headers: Headers, params: Params): Verb {
  if (method === 'GET' || method === 'HEAD') return 'GET'
  return asVerb(method === 'POST' ? (overriding(headers, params) ?? method) : method)
}

function overriding(headers: Headers, params: Params): string | undefined {
  for (const name of overrides) {
    const value = headers[name]
    if (value) return value
  }
  return params._method || params.method || undefined
}

function asVerb(name: string): Verb {
  const verb = name.trim().toUpperCase()
  if (verb === 'MERGE') return 'PATCH'
  if (isVerb(verb)) return verb
  throw new Problem(405, `The method '${name}' is not supported.`, {
    headers: { allow: 'GET, POST, PUT, PATCH, DELETE' },
  })
}
