import type { ListedRequest } from './request-words.ts'
import type { TailNews } from './tail-stream.ts'

/** Requests that are kept in sight; the oldest go first. */
export const mostShown = 500

/** What is shown of the requests that come in, the latest first. */
export interface Tail {
  readonly state: 'connecting' | 'connected' | 'away'
  readonly requests: readonly ListedRequest[]
  /** Went by untold, as too many came at once. Null: some did, and nobody counted them. */
  readonly skipped: number | null
  /** Came in while it was paused. */
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

/** Pauses, or shows at once what came in meanwhile. */
export function pausedOr(tail: Tail, paused: boolean): Tail {
  if (paused) return { ...tail, paused }
  return { ...tail, paused, requests: merged(tail.requests, tail.held.toReversed()), held: [] }
}

/** The latest first, each once: a stream that is taken up again may repeat some. */
function merged(shown: readonly ListedRequest[], latest: readonly ListedRequest[]): readonly ListedRequest[] {
  const known = new Set(shown.map(keyOf))
  return [...latest.filter((request) => !known.has(keyOf(request))).toReversed(), ...shown].slice(0, mostShown)
}

/** Callers may give several requests the same id; which entry of which node it is tells them apart. */
export const keyOf = ({ node, seq, request_id: id }: ListedRequest): string => `${node}:${seq}:${id}`
