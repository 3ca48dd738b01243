import { invalid } from '@millwright/contract/problem'
import { grantDays } from '@millwright/contract/records/access-request'
import { filterOperators } from '@millwright/contract/records/role'
import { allVerbs, isVerb, maskOf } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { trimSlashes } from '../../../access/rule-match.ts'
import { isoMicros } from '../../../platform/clock.ts'

/** What someone asks for. */
export interface AskedAccess {
  readonly service: string
  readonly component: string
  readonly mask: number
  readonly note: string | null
}

/** What someone decides about a request. */
export type RequestDecision =
  | { readonly status: 'denied' }
  | { readonly status: 'expired' }
  | {
      readonly status: 'approved'
      /** `null`: as asked. */
      readonly mask: number | null
      /** JSON; `null`: all rows. */
      readonly filters: string | null
      readonly filterOp: 'and' | 'or'
      readonly until: string
    }

const longest = { service: 64, component: 255, note: 1_000, filters: 50 }
const day = 86_400_000

/** Reads the body of a request for access. Throws a 400 that names the field. */
export function readAsked(body: unknown): AskedAccess {
  const sent = isRecord(body) ? body : {}
  const service = textIn(sent, 'service', longest.service)?.toLowerCase() ?? ''
  const component = trimSlashes(textIn(sent, 'component', longest.component) ?? '*')
  if (service === '') throw invalid({ service: ['service is required: the name of a service.'] })
  if (component === '' || /\*(?!$)|[^/]\*$/.test(component)) {
    throw invalid({ component: ["component must be a path such as '_table/contact', which may end in '/*', or '*'."] })
  }
  return { service, component, mask: maskIn(sent) ?? maskOf(['GET']), note: textIn(sent, 'note', longest.note) }
}

/** Reads the body of a decision. Throws a 400 that names the field. `now` in milliseconds. */
export function readDecision(body: unknown, now: number): RequestDecision {
  const sent = isRecord(body) ? body : {}
  const { status } = sent
  if (status === 'denied') return { status }
  if (status === 'expired') return { status }
  if (status !== 'approved') throw invalid({ status: ["status must be 'approved', 'denied' or 'expired'."] })
  const op = String(sent.filter_op ?? 'and').toLowerCase()
  if (op !== 'and' && op !== 'or') throw invalid({ filter_op: ["filter_op must be 'and' or 'or'."] })
  return { status, mask: maskIn(sent), filters: filtersIn(sent), filterOp: op, until: untilIn(sent, now) }
}

function textIn(sent: Readonly<Record<string, unknown>>, name: string, most: number): string | null {
  const value = sent[name]
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || /\p{Cc}/u.test(value.replaceAll(/\s/g, ' '))) {
    throw invalid({ [name]: [`${name} must be a text.`] })
  }
  const text = value.trim()
  if (text.length > most) throw invalid({ [name]: [`${name} must not have more than ${most} characters.`] })
  return text === '' ? null : text
}

/** From `verbs`, a list of names, or `verb_mask`; `null` if neither was sent. */
function maskIn({ verbs, verb_mask: mask }: Readonly<Record<string, unknown>>): number | null {
  if (Array.isArray(verbs)) {
    const names = verbs.map((verb) => String(verb).toUpperCase())
    if (names.length > 0 && names.every(isVerb)) return maskOf(names)
    throw invalid({ verbs: ['verbs must be some of GET, POST, PUT, PATCH and DELETE.'] })
  }
  if (verbs !== undefined && verbs !== null) throw invalid({ verbs: ['verbs must be a list.'] })
  if (mask === undefined || mask === null) return null
  if (Number.isInteger(mask) && Number(mask) > 0 && Number(mask) <= allVerbs) return Number(mask)
  throw invalid({ verb_mask: [`verb_mask must be a whole number from 1 to ${allVerbs}.`] })
}

function filtersIn({ filters }: Readonly<Record<string, unknown>>): string | null {
  if (filters === undefined || filters === null || filters === '') return null
  const isList = Array.isArray(filters) && filters.length <= longest.filters && filters.every(isCondition)
  if (!isList) throw invalid({ filters: ['filters must be a list of {name, operator, value}.'] })
  return filters.length === 0
    ? null
    : JSON.stringify(filters.map(({ name, operator, value }) => ({ name, operator, value: value ?? null })))
}

function isCondition(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.name === 'string' &&
    value.name !== '' &&
    filterOperators.some((operator) => operator === value.operator) &&
    (value.value === undefined || value.value === null || typeof value.value === 'string')
  )
}

function untilIn({ until }: Readonly<Record<string, unknown>>, now: number): string {
  if (until === undefined || until === null || until === '') return isoMicros(now + grantDays.usual * day)
  const hasZone =
    typeof until === 'string' && /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]{5,15}(?:Z|[+-]\d{2}:\d{2}))?$/i.test(until)
  const ms = hasZone ? Date.parse(until) : Number.NaN
  if (ms > now && ms <= now + grantDays.most * day) return isoMicros(ms)
  throw invalid({ until: [`until must be a date and time with a time zone, at most ${grantDays.most} days from now.`] })
}
