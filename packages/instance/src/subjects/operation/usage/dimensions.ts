import { Problem } from '@millwright/contract/problem'
import { type RefusalReason, refusalReasons, type UsageOutcome, usageOutcomes } from '@millwright/contract/wire/usage'

/** Time spans of counts, shortest first: minute, hour, day, all in UTC. */
export const spans = [0, 1, 2] as const
export type Span = (typeof spans)[number]

export const minuteSpan = 0
export const hourSpan = 1
export const daySpan = 2

export const spanMinutes: Readonly<Record<Span, number>> = { 0: 1, 1: 60, 2: 1440 }

/** What a row counts: everything, or by target, by caller, or by both; `whole`: by service and app. Pairs are not counted by minute. */
export const kinds = { total: 0, service: 1, target: 2, app: 3, caller: 4, pair: 5, whole: 6 } as const
export type Kind = keyof typeof kinds

/** Span and kind as one number, as it is stored. */
export type Series = number

export const seriesOf = (span: Span, kind: Kind): Series => span * 8 + kinds[kind]

export const spanStart = (minute: number, span: Span): number => minute - (minute % spanMinutes[span])

/**
 * The outcome of a call as a small number, by which it is counted: the index of its outcome in the API's list, or after these,
 * the index of the reason for a rejection. The numbers are stored, so lists may only grow at their ends.
 */
export type OutcomeCode = number

const firstReason = 16
const refusedAt = usageOutcomes.indexOf('refused')

export const outcomeCodes: readonly OutcomeCode[] = [
  ...usageOutcomes.map((_, code) => code).filter((code) => code !== refusedAt),
  ...refusalReasons.map((_, at) => firstReason + at),
]

export interface Ended {
  readonly status: number
  /** Whether the connection closed before the end of the response. */
  readonly isCutOff: boolean
  /** The thrown error; `undefined`: none. */
  readonly failure: unknown
}

const codeOf = (outcome: UsageOutcome): OutcomeCode => usageOutcomes.indexOf(outcome)
const ok = codeOf('ok')
const redirect = codeOf('redirect')
const clientError = codeOf('client_error')
const limited = codeOf('limited')
const serverError = codeOf('server_error')
const aborted = codeOf('aborted')

export function outcomeOf({ status, isCutOff, failure }: Ended): OutcomeCode {
  if (isCutOff) return aborted
  if (status < 300) return ok
  if (status < 400) return redirect
  if (status >= 500) return serverError
  if (status === 429) return limited
  const reason = reasonFor(failure)
  if (status === 401 || status === 403) return firstReason + refusalReasons.indexOf(reason ?? 'other')
  return status === 400 && reason !== null ? firstReason + refusalReasons.indexOf(reason) : clientError
}

function reasonFor(failure: unknown): RefusalReason | null {
  const problemReason = failure instanceof Problem ? failure.reason : null
  return refusalReasons.find((reason) => reason === problemReason) ?? null
}

export function outcomeName(code: OutcomeCode): UsageOutcome {
  return code >= firstReason ? 'refused' : (usageOutcomes[code] ?? 'ok')
}

/** `null`: not rejected. */
export function reasonName(code: OutcomeCode): RefusalReason | null {
  return code < firstReason ? null : (refusalReasons[code - firstReason] ?? 'other')
}

/** Whether the duration counts: rejections, limits and aborted responses do not show how fast a service is. */
export function isTimed(code: OutcomeCode): boolean {
  return code === ok || code === redirect || code === clientError || code === serverError
}

export const isRefused = (code: OutcomeCode): boolean => code >= firstReason
export const isOk = (code: OutcomeCode): boolean => code === ok
