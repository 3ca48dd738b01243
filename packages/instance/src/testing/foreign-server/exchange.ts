import { apiPrefix } from '@millwright/contract/headers'

/** A request to the stand-in, with the parts that other servers treat differently. */
export interface ForeignCall {
  readonly method: string
  /** Below `/api/v2/`, such as `system/role/3`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  /** Parsed if it is JSON, otherwise as it was sent. */
  readonly body: unknown
}

export type Ask = (call: ForeignCall) => Promise<Response>

/** One difference of another maker's server; `ask` passes the request to the next habit, and finally to our instance. */
export type Habit = (call: ForeignCall, ask: Ask) => Promise<Response>

export function readCall(input: RequestInfo | URL, init: RequestInit = {}): ForeignCall | null {
  const { pathname, searchParams } = new URL(
    input instanceof Request ? input.url : String(input),
    'http://foreign.test',
  )
  if (!pathname.startsWith(`${apiPrefix}/`) && pathname !== apiPrefix) return null
  const headers = new Headers(init.headers ?? {})
  const isJson = headers.get('content-type')?.includes('json') === true
  return {
    method: (init.method ?? 'GET').toUpperCase(),
    path: pathname.slice(apiPrefix.length + 1).replace(/\/$/, ''),
    query: searchParams,
    headers,
    body: isJson && typeof init.body === 'string' && init.body !== '' ? JSON.parse(init.body) : init.body,
  }
}

/** Arguments of `fetch` for a call. */
export function toFetch({ method, path, query, headers, body }: ForeignCall): [string, RequestInit] {
  const isJson = headers.get('content-type')?.includes('json') === true
  const sent = isJson && body !== undefined && body !== null ? JSON.stringify(body) : (body as RequestInit['body'])
  const text = query.toString()
  return [
    `${apiPrefix}/${path}${text === '' ? '' : `?${text}`}`,
    { method, headers, ...(sent === undefined || sent === null ? {} : { body: sent }) },
  ]
}

/** The members of an object; empty for other values. */
export function members(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** The records of a body: those under `resource`, the items of a bare list, or the body itself. */
export function recordsOf(body: unknown): readonly Record<string, unknown>[] {
  if (Array.isArray(body)) return body.map(members)
  const { resource } = members(body)
  return Array.isArray(resource) ? resource.map(members) : [members(body)]
}

/** Returns the body with each of its records changed. */
export function withRecords(
  body: unknown,
  change: (record: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  if (Array.isArray(body)) return body.map((record) => change(members(record)))
  if (typeof body !== 'object' || body === null) return body
  const { resource } = members(body)
  if (Array.isArray(resource)) return { ...body, resource: resource.map((record) => change(members(record))) }
  return change(members(body))
}

export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.clone().text()
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the response with another body. */
export function answerWith(response: Response, body: unknown): Response {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify(body), { status: response.status, headers })
}

/** An error response in the words of the other maker; `bare` ones come from an uncaught exception. */
export function refusal(status: number, message: string, { bare = false, context = null as unknown } = {}): Response {
  const error = bare ? { code: status, message } : { code: status, context, message, status_code: status }
  return Response.json({ error }, { status })
}
