import type { ListedRequest } from './request-words.ts'
import type { TailNews } from './tail-stream.ts'

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
