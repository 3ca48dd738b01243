import { Problem } from '@millwright/contract/problem'
import { type RefusalReason, refusalReasons, type UsageOutcome, usageOutcomes } from '@millwright/contract/wire/usage'

/**
 * What became of a call as one small number, by which it is counted: the place of its outcome in the list of the wire, and for a
 * refusal, behind all of these, the place of its reason. Numbers are stored: lists may only grow at their ends.
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
  /** Whether the answer did not reach its end, as the connection did before. */
  readonly isCutOff: boolean
  /** What was thrown; undefined: nothing was. */
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
  if (status === 401 || status === 403) return firstReason + refusalReasons.indexOf(reasonFor(failure))
  return clientError
}

function reasonFor(failure: unknown): RefusalReason {
  const given = failure instanceof Problem ? failure.reason : null
  return refusalReasons.find((reason) => reason === given) ?? 'other'
}

export function outcomeName(code: OutcomeCode): UsageOutcome {
  return code >= firstReason ? 'refused' : (usageOutcomes[code] ?? 'ok')
}

/** Null: it was not refused. */
export function reasonName(code: OutcomeCode): RefusalReason | null {
  return code < firstReason ? null : (refusalReasons[code - firstReason] ?? 'other')
}

/** Of answers that took their time: refusals, limits and what was cut off say nothing about how fast a service is. */
export function isTimed(code: OutcomeCode): boolean {
  return code === ok || code === redirect || code === clientError || code === serverError
}

export const isRefused = (code: OutcomeCode): boolean => code >= firstReason
export const isOk = (code: OutcomeCode): boolean => code === ok
