import type { RequestLogEntry } from '@millwright/contract/records/request-log'
import type { Tone } from '../../../ui/badge.tsx'
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

/** What stands out: what the server did wrong before what the caller did. */
export function toneOf({ status = 0, outcome }: ListedRequest): Tone {
  if (status >= 500) return 'danger'
  if (outcome === 'aborted') return 'neutral'
  return status >= 400 ? 'warning' : 'neutral'
}

/** A part of the time that a request took. */
export interface TimePart {
  readonly id: 'script' | 'database' | 'remote' | 'rest'
  readonly label: string
  readonly ms: number
  /** Of all, from 0 to 1. */
  readonly share: number
}

/**
 * Where the time of a request went. What was done at the same time counts more than once, so that the parts may take longer than the
 * request: they share its time then.
 */
export function timeParts({ duration_ms: whole = 0, parts }: ListedRequest): readonly TimePart[] {
  const named = [
    { id: 'script', label: t.scripts, ms: parts?.script ?? 0 },
    { id: 'database', label: t.database, ms: parts?.database ?? 0 },
    { id: 'remote', label: t.remote, ms: parts?.remote ?? 0 },
  ] as const
  const sum = named.reduce((all, { ms }) => all + ms, 0)
  const all = Math.max(whole, sum, 1)
  const rest = { id: 'rest' as const, label: t.theInstanceItself, ms: Math.max(0, whole - sum) }
  return [...named, rest].filter(({ ms }) => ms > 0).map((part) => ({ ...part, share: part.ms / all }))
}

/** The address below the prefix, with what is not kept as it is told: `{id}` and `?`. */
export function addressOf(request: ListedRequest): string {
  return `${pathOf(request)}${request.query ? `?${request.query}` : ''}`
}

/** The question that explains a refusal, as the address of Roles has it. */
export function explainSearch(request: ListedRequest, by: 'user' | 'admin') {
  const { app_id: app, user_id: person, verb } = request
  return {
    ...(typeof person === 'number' && { by, person }),
    ...(typeof app === 'number' && { app }),
    ...(verb !== undefined && { verb }),
    path: pathOf(request),
  }
}
