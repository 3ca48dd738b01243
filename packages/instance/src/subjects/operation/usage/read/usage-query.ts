import { Problem } from '@millwright/contract/problem'
import {
  refusalReasons,
  type UsageGroup,
  type UsageStep,
  usageGroups,
  usageOutcomes,
  usageSteps,
} from '@millwright/contract/wire/usage'
import type { Params } from '../../../../request/api-request.ts'
import { flag, list, number, text } from '../../../../request/params.ts'
import { type OutcomeCode, outcomeCodes, outcomeName, reasonName } from '../dimensions.ts'

/** A parsed `GET system/usage` (docs/wire/usage.md). */
export interface UsageQuery {
  /** Minutes since 1970, aligned to steps; `to` is exclusive. */
  readonly from: number
  readonly to: number
  /** `null`: the range as a whole. */
  readonly step: UsageStep | null
  readonly by: UsageGroup | null
  /** Number of groups that are listed individually. */
  readonly top: number
  /** Includes the previous range for comparison. */
  readonly compare: boolean
  readonly narrowed: UsageFilters
}

/** Filters; absent: no filter. */
export interface UsageFilters {
  readonly service?: readonly string[]
  readonly resource?: readonly string[]
  readonly verb?: readonly string[]
  readonly requestor?: readonly string[]
  readonly client?: readonly string[]
  /** 0: calls without an app. */
  readonly app?: readonly number[]
  readonly user?: readonly number[]
  readonly role?: readonly number[]
  readonly outcomes?: readonly OutcomeCode[]
  /** Leaves out the services for managing the instance. */
  readonly withoutOwn?: true
}

const maxSteps = 400
const maxGroups = 50
const day = 1440

/** Steps of fixed length; a month has none. */
const stepMinutes = { minute: 1, hour: 60, day } as const

/** @param now milliseconds since 1970 */
export function readUsageQuery(params: Params, now: number): UsageQuery {
  const end = readTime(params, 'to') ?? Math.floor(now / 60_000) + 1
  const begin = readTime(params, 'from') ?? end - day
  if (begin >= end) throw new Problem(400, "'from' must be before 'to'.")
  const step = readStep(text(params, 'step')?.toLowerCase() ?? 'auto', begin, end)
  const by = text(params, 'by')?.toLowerCase() ?? null
  if (by !== null && !isGroup(by)) throw new Problem(400, `'by' must be one of ${usageGroups.join(', ')}.`)
  const top = number(params, 'top') ?? 10
  if (top < 1 || top > maxGroups) throw new Problem(400, `'top' must be from 1 to ${maxGroups}.`)
  return {
    ...onEdges(begin, end, step),
    step,
    by,
    top,
    compare: flag(params, 'compare'),
    narrowed: readNarrowed(params),
  }
}

/** `2026-11-23T10:00:00Z`, without a zone in UTC; or milliseconds since 1970. Returns minutes since 1970. */
function readTime(params: Params, name: string): number | undefined {
  const timeText = text(params, name)?.trim()
  if (timeText === undefined || timeText === '') return undefined
  const ms = /^\d{1,16}$/.test(timeText) ? Number(timeText) : Date.parse(withZone(timeText))
  if (!Number.isFinite(ms) || ms < 0 || ms > latest) {
    throw new Problem(400, `'${name}' must be a time such as 2026-11-23T10:00:00Z.`)
  }
  return Math.floor(ms / 60_000)
}

const latest = Date.UTC(9999, 0, 1)

function withZone(time: string): string {
  const iso = time.replace(' ', 'T')
  return /T.*(?:Z|[+-]\d\d:?\d\d)$/i.test(iso) || !iso.includes('T') ? iso : `${iso}Z`
}

function readStep(stepName: string, from: number, to: number): UsageStep | null {
  if (stepName === 'none') return null
  const fitting = usageSteps.find((step) => stepsIn(step, from, to) <= maxSteps)
  if (fitting === undefined) throw new Problem(400, 'The range is too long. The longest is 400 months.')
  if (stepName === 'auto') return fitting
  const step = usageSteps.find((each) => each === stepName)
  if (step === undefined) throw new Problem(400, `'step' must be auto, none, ${usageSteps.join(', ')}.`)
  if (stepsIn(step, from, to) <= maxSteps) return step
  throw new Problem(400, `The range has more than ${maxSteps} steps of a ${step}. Ask for step=${fitting}.`)
}

function stepsIn(step: UsageStep, from: number, to: number): number {
  if (step === 'month') return (to - from) / (28 * day)
  const { [step]: length } = stepMinutes
  return Math.ceil(to / length) - Math.floor(from / length)
}

/** Without a step, aligns to the edges of the counts: minutes, or for long ranges hours and days. */
function onEdges(from: number, to: number, step: UsageStep | null): { from: number; to: number } {
  if (step === 'month') return { from: monthStart(from, 0), to: monthStart(to - 1, 1) }
  const length = step === null ? edgeFor(from, to) : stepMinutes[step]
  return { from: Math.floor(from / length) * length, to: Math.ceil(to / length) * length }
}

function edgeFor(from: number, to: number): number {
  if (to - from <= maxSteps) return 1
  return to - from <= maxSteps * 60 ? 60 : day
}

/** In minutes since 1970; `later`: number of months after that of the given minute. */
export function monthStart(minute: number, later: number): number {
  const date = new Date(minute * 60_000)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later) / 60_000
}

function readNarrowed(params: Params): UsageFilters {
  const texts = (name: string) => list(params, name)
  const ids = (name: string) => list(params, name)?.map((each) => readId(each, name))
  const lower = (values: string[] | undefined) => values?.map((each) => each.toLowerCase())
  const upper = (values: string[] | undefined) => values?.map((each) => each.toUpperCase())
  const outcomes = readOutcomes(lower(texts('outcome')), lower(texts('reason')))
  return withoutAbsent({
    service: lower(texts('service')),
    resource: texts('resource'),
    verb: upper(texts('verb')),
    requestor: upper(texts('requestor')),
    client: texts('client'),
    app: ids('app'),
    user: ids('user'),
    role: ids('role'),
    outcomes,
    withoutOwn: params.own !== undefined && !flag(params, 'own') ? true : undefined,
  })
}

function readId(idText: string, name: string): number {
  if (idText === 'none') return 0
  if (/^[1-9]\d{0,14}$/.test(idText)) return Number(idText)
  throw new Problem(400, `'${name}' must be identifiers, or 'none'.`)
}

function readOutcomes(outcomes: string[] | undefined, reasons: string[] | undefined): OutcomeCode[] | undefined {
  if (outcomes === undefined && reasons === undefined) return undefined
  refuseUnknown('outcome', outcomes, usageOutcomes)
  refuseUnknown('reason', reasons, refusalReasons)
  return outcomeCodes.filter(
    (code) =>
      (outcomes === undefined || outcomes.includes(outcomeName(code))) &&
      (reasons === undefined || reasons.includes(reasonName(code) ?? '')),
  )
}

function refuseUnknown(name: string, names: readonly string[] | undefined, known: readonly string[]): void {
  if (names?.every((each) => known.includes(each)) === false) {
    throw new Problem(400, `'${name}' must be one of ${known.join(', ')}.`)
  }
}

type Present<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> }

function withoutAbsent<T extends object>(filters: T): Present<T> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as Present<T>
}

function isGroup(name: string): name is UsageGroup {
  return usageGroups.some((group) => group === name)
}
