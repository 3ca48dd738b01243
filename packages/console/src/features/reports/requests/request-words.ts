import type { RequestLogEntry } from '@millwright/contract/records/request-log'
import type { Tone } from '../../../ui/badge.tsx'
import { commonWords } from '../../../words/messages.ts'
import { t } from './messages.ts'

export type ListedRequest = Partial<RequestLogEntry> & { readonly [field: string]: unknown }

/** `db/_table/orders/{id}`. */
export function pathOf({ service, resource }: ListedRequest): string {
  return [service, resource].filter(Boolean).join('/')
}

/** `GET db/_table/orders/{id}`. */
export function callOf(request: ListedRequest): string {
  return `${request.verb ?? ''} ${pathOf(request)}`.trim()
}

/** Returns the colour of a request: server errors take precedence over client errors. */
export function toneOf({ status = 0, outcome }: ListedRequest): Tone {
  if (status >= 500) return 'danger'
  if (outcome === 'aborted') return 'neutral'
  return status >= 400 ? 'warning' : 'neutral'
}

/** A part of a request's duration. */
export interface TimePart {
  readonly id: 'script' | 'database' | 'remote' | 'rest'
  readonly label: string
  readonly ms: number
  /** Fraction of the duration, from 0 to 1. */
  readonly share: number
}

/**
 * Breaks down the duration of a request. Concurrent work counts more than once, so that the sum may exceed the duration: the parts are then
 * scaled to it.
 */
export function timeParts({ duration_ms: whole = 0, parts }: ListedRequest): readonly TimePart[] {
  const named = [
    { id: 'script', label: commonWords.scripts, ms: parts?.script ?? 0 },
    { id: 'database', label: t.database, ms: parts?.database ?? 0 },
    { id: 'remote', label: t.remote, ms: parts?.remote ?? 0 },
  ] as const
  const sum = named.reduce((all, { ms }) => all + ms, 0)
  const all = Math.max(whole, sum, 1)
  const rest = { id: 'rest' as const, label: t.theInstanceItself, ms: Math.max(0, whole - sum) }
  return [...named, rest].filter(({ ms }) => ms > 0).map((part) => ({ ...part, share: part.ms / all }))
}

/** Returns the URL after the API prefix, with placeholders for what the log does not contain: `{id}` and `?`. */
export function addressOf(request: ListedRequest): string {
  return `${pathOf(request)}${request.query ? `?${request.query}` : ''}`
}

/** Returns the query of the Roles tab that explains a rejected request. */
export function explainSearch(request: ListedRequest, by: 'user' | 'admin') {
  const { app_id: app, user_id: person, verb } = request
  return {
    ...(typeof person === 'number' && { by, person }),
    ...(typeof app === 'number' && { app }),
    ...(verb !== undefined && { verb }),
    path: pathOf(request),
  }
}
