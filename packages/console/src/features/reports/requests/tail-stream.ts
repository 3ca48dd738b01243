import { isRecord } from '@millwright/contract/wire/is-record'
import type { ListAnswer } from '@millwright/contract/wire/list'
import { createParser } from 'eventsource-parser'
import { send, sendRaw } from '../../../instance/send.ts'
import type { ListedRequest } from './request-list.tsx'

/** An update while requests are watched. */
type TailNews =
  | { readonly kind: 'requests'; readonly requests: readonly ListedRequest[] }
  /** Number of requests that the stream skipped. */
  | { readonly kind: 'skipped'; readonly count: number }
  | { readonly kind: 'connected' }
  | { readonly kind: 'away' }

interface TailParts {
  /** A filter as for lists; `null` for all requests. */
  readonly filter: string | null
  readonly signal: AbortSignal
  readonly tell: (news: TailNews) => void
}

const path = 'system/request_log'
/** Milliseconds between two polls, and until a broken stream is reopened. */
const every = 2000
const atOnce = 200

/**
 * Reports requests as they end, until the signal aborts. Uses the instance's stream if it has one, and reopens it when it breaks; otherwise
 * polls the log.
 */
export async function watchRequests(parts: TailParts): Promise<void> {
  const { signal } = parts
  let last: string | null = null
  while (!signal.aborted) {
    const end = await follow(parts, last, (id) => {
      last = id
    })
    if (end === 'none') return ask(parts)
    if (signal.aborted) return
    parts.tell({ kind: 'away' })
    await pause(signal)
  }
}

/** `broken`: the stream ended; `none`: this instance has none. */
async function follow(
  { filter, signal, tell }: TailParts,
  last: string | null,
  onId: (id: string) => void,
): Promise<'broken' | 'none'> {
  try {
    const headers = { Accept: 'text/event-stream', ...(last !== null && { 'Last-Event-ID': last }) }
    const response = await sendRaw({ verb: 'GET', path: `${path}/tail`, params: { filter }, headers, signal })
    const isStream = response.headers.get('Content-Type')?.includes('text/event-stream') ?? false
    if (!response.ok || !isStream || !response.body) {
      await response.body?.cancel()
      return response.status < 500 ? 'none' : 'broken'
    }
    tell({ kind: 'connected' })
    const parser = createParser({
      onEvent: ({ event, data, id }) => {
        if (id) onId(id)
        const news = readEvent(event, data)
        if (news) tell(news)
      },
    })
    const decoder = new TextDecoder()
    for await (const chunk of chunksOf(response.body)) parser.feed(decoder.decode(chunk, { stream: true }))
    return 'broken'
  } catch {
    return 'broken'
  }
}

/** Parses an event of the stream; returns `null` for one that this console does not know. */
function readEvent(event: string | undefined, data: string): TailNews | null {
  const value: unknown = JSON.parse(data)
  if (!isRecord(value)) return null
  if (event === 'gap') return { kind: 'skipped', count: Number(value.skipped) || 0 }
  return event === undefined || event === 'request' ? { kind: 'requests', requests: [value] } : null
}

/** Not all browsers support async iteration of streams. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Loads the requests logged since the last poll. */
async function ask({ filter, signal, tell }: TailParts): Promise<void> {
  let last: number | null = null
  while (!signal.aborted) {
    try {
      const found = await latest(filter, last, signal)
      tell({ kind: 'connected' })
      if (last !== null && found.length > 0) tell({ kind: 'requests', requests: found.toReversed() })
      if (last !== null && found.length === atOnce) tell({ kind: 'skipped', count: 0 })
      last = Number(found[0]?.id ?? last ?? 0)
    } catch {
      if (!signal.aborted) tell({ kind: 'away' })
    }
    await pause(signal)
  }
}

async function latest(
  filter: string | null,
  after: number | null,
  signal: AbortSignal,
): Promise<readonly ListedRequest[]> {
  const since = after === null ? null : `(id > ${after})`
  const condition = [filter === null ? null : `(${filter})`, since].filter((part) => part !== null).join(' and ')
  const params = { filter: condition || null, order: 'id DESC', limit: after === null ? 1 : atOnce }
  const { data } = await send<ListAnswer<ListedRequest>>({ verb: 'GET', path, params, ignore401: true, signal })
  return data.resource ?? []
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, every)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Maximum number of displayed requests; the oldest are dropped. */
export const maxShown = 500

/** The displayed live requests, latest first. */
export interface Tail {
  readonly state: 'connecting' | 'connected' | 'away'
  readonly requests: readonly ListedRequest[]
  /** Number of skipped requests, as too many came at once; `null` if some were skipped but not counted. */
  readonly skipped: number | null
  /** Received while paused. */
  readonly held: readonly ListedRequest[]
  readonly paused: boolean
}

export const emptyTail: Tail = { state: 'connecting', requests: [], skipped: 0, held: [], paused: false }

export function withNews(tail: Tail, news: TailNews): Tail {
  switch (news.kind) {
    case 'connected':
      return { ...tail, state: 'connected' }
    case 'away':
      return { ...tail, state: 'away' }
    case 'skipped':
      return { ...tail, skipped: news.count === 0 || tail.skipped === null ? null : tail.skipped + news.count }
    case 'requests': {
      if (tail.paused) return { ...tail, held: merged(tail.held, news.requests) }
      return { ...tail, requests: merged(tail.requests, news.requests) }
    }
  }
}

/** Pauses, or resumes and shows the requests received meanwhile. */
export function setPaused(tail: Tail, paused: boolean): Tail {
  if (paused) return { ...tail, paused }
  return { ...tail, paused, requests: merged(tail.requests, tail.held.toReversed()), held: [] }
}

/** Merges requests, latest first, without duplicates: a resumed stream may repeat some. */
function merged(shown: readonly ListedRequest[], latest: readonly ListedRequest[]): readonly ListedRequest[] {
  const known = new Set(shown.map(keyOf))
  return [...latest.filter((request) => !known.has(keyOf(request))).toReversed(), ...shown].slice(0, maxShown)
}

/** Callers may give several requests the same id; node and sequence number make the key unique. */
export const keyOf = ({ node, seq, request_id: id }: ListedRequest): string => `${node}:${seq}:${id}`
