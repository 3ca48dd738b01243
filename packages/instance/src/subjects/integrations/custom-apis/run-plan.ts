import { placeholdersOf } from '@millwright/contract/custom-apis/placeholders'
import { mayWrite } from '@millwright/contract/custom-apis/transaction'
import { Problem } from '@millwright/contract/problem'
import {
  type ExecutionPlan,
  type PlanStep,
  planBounds,
  type RequestStep,
  stepKey,
} from '@millwright/contract/records/execution-plan'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type Lookups, noLookups } from '../../../platform/lookup-substitution.ts'
import { asText, isOfDatabase, type PlanValues, resolveValue, type StepCall, stepCall } from './step-call.ts'
import { renamed, transformed } from './transform-rows.ts'

/** What running a plan does outside. */
export interface PlanEffects {
  /** Makes the request of a step. */
  send(call: StepCall): Promise<StepAnswer>
  /** Of the caller, for the lookup keys that the plan names. */
  readonly lookups: Lookups
  /** Milliseconds since 1970. */
  now(): number
  /** Whether nobody waits for the answer any more. */
  isGivenUp(): boolean
  /** Whether a failure undoes what earlier steps wrote. */
  readonly isWhole: boolean
  /** Called for each step that ended, in their order. */
  ended?(step: EndedStep): void
}

export interface StepAnswer {
  /** The body. */
  readonly value: unknown
  readonly isCached: boolean
}

export interface EndedStep {
  readonly key: string
  readonly type: 'service_request' | 'transform'
  /** The last request of the step; `null`: none. */
  readonly call: StepCall | null
  readonly result?: unknown
  readonly error?: Problem
  readonly skipped: boolean
  /** Whether all answers were from caches. */
  readonly isCached: boolean
  readonly milliseconds: number
}

export interface RunnablePlan {
  readonly execution_plan: ExecutionPlan
  readonly response_mapping: unknown
}

/** What the requests of a step are told to. */
interface Noted {
  call: StepCall | null
  calls: number
  cached: number
}

/**
 * Runs the steps of a plan in their order, those at once that only read and need nothing of each other, and returns what it answers. Throws
 * a `Problem` that names the first step that failed.
 */
export async function runPlan(
  { execution_plan: plan, response_mapping: mapping }: RunnablePlan,
  inputs: Omit<PlanValues, 'steps' | 'item' | 'lookups'>,
  effects: PlanEffects,
): Promise<unknown> {
  const steps: Record<string, unknown> = {}
  const written: string[] = []
  const until = effects.now() + planBounds.milliseconds
  let [calls, rows, length] = [0, 0, 0]
  let last: unknown = null

  function admit(key: string): void {
    calls += 1
    if (effects.isGivenUp()) throw new Problem(499, 'The client is gone.')
    if (effects.now() > until)
      throw new Problem(
        504,
        `The step '${key}' was not begun: the steps before it took ${planBounds.milliseconds / 1000} seconds.`,
      )
    if (calls > planBounds.calls)
      throw new Problem(413, `With the step '${key}', there are more than ${planBounds.calls} calls.`)
  }

  function note(key: string, result: unknown): unknown {
    rows += isRecord(result) && Array.isArray(result.resource) ? result.resource.length : 0
    length += result === null || result === undefined ? 0 : JSON.stringify(result).length
    if (rows > planBounds.rows)
      throw new Problem(413, `With the step '${key}', there are more than ${planBounds.rows} rows.`)
    if (length > planBounds.results)
      throw new Problem(413, `With the step '${key}', the results are longer than ${planBounds.results} characters.`)
    return result ?? null
  }

  async function request(step: RequestStep, key: string, values: PlanValues, noted: Noted): Promise<unknown> {
    const call = stepCall(step, isOfDatabase(step) ? { ...values, lookups: effects.lookups } : values)
    noted.call = call
    admit(key)
    noted.calls += 1
    const { value, isCached } = await effects.send(call)
    if (isCached) noted.cached += 1
    const result = note(key, value)
    if (mayWrite(call.verb, call.resource) && !effects.isWhole && !written.includes(key)) written.push(key)
    return step.aliases === undefined ? result : renamed(result, step.aliases)
  }

  async function requests(step: RequestStep, key: string, values: PlanValues, noted: Noted): Promise<unknown> {
    if (step.each === undefined) return request(step, key, values, noted)
    const items = resolveValue(step.each, values)
    if (items === null) return []
    if (!Array.isArray(items)) throw new Problem(400, `${step.each} is not a list.`)
    if (items.length > planBounds.each)
      throw new Problem(413, `The step '${key}' has more than ${planBounds.each} values to run for.`)
    const results: unknown[] = []
    for (let from = 0; from < items.length; from += planBounds.parallel) {
      const some = items.slice(from, from + planBounds.parallel)
      const settled = await Promise.allSettled(some.map((item) => request(step, key, { ...values, item }, noted)))
      for (const each of settled) {
        if (each.status === 'rejected') throw each.reason
        results.push(each.value)
      }
    }
    return results
  }

  async function run({ step, key }: KeyedStep, values: PlanValues): Promise<EndedStep> {
    const began = effects.now()
    const noted: Noted = { call: null, calls: 0, cached: 0 }
    const end = (more: Pick<EndedStep, 'result' | 'error' | 'skipped'>): EndedStep => ({
      key,
      type: step.type ?? 'service_request',
      call: noted.call,
      milliseconds: effects.now() - began,
      isCached: noted.calls > 0 && noted.cached === noted.calls,
      ...more,
    })
    try {
      const skipped = step.when !== undefined && isEmpty(resolveValue(step.when, values))
      if (skipped) return end({ result: null, skipped })
      const result = step.type === 'transform' ? transform(step, values) : await requests(step, key, values, noted)
      return end({ result, skipped })
    } catch (error) {
      return end({ error: problemOf(error, key, written), skipped: false })
    }
  }

  for (const together of groupsOf(plan, effects.isWhole)) {
    const values: PlanValues = { ...inputs, steps: { ...steps }, item: null, lookups: noLookups }
    for (const ended of await Promise.all(together.map((step) => run(step, values)))) {
      effects.ended?.(ended)
      if (ended.error !== undefined) throw ended.error
      last = ended.result
      steps[ended.key] = last
    }
  }
  return isMapped(mapping) ? resolveValue(mapping, { ...inputs, steps, item: null, lookups: noLookups }) : last
}

interface KeyedStep {
  readonly step: PlanStep
  readonly key: string
}

/** Steps that are run at once: reads next to each other, of which none names another. In a transaction, requests take turns. */
function groupsOf({ steps }: ExecutionPlan, isWhole: boolean): readonly (readonly KeyedStep[])[] {
  const groups: KeyedStep[][] = []
  for (const [index, step] of steps.entries()) {
    const keyed = { step, key: stepKey(step, index) }
    const group = groups.at(-1)
    const joins =
      group !== undefined && !isWhole && group.length < planBounds.parallel && [...group, keyed].every(reads)
    if (joins && !needsAny(step, group)) group.push(keyed)
    else groups.push([keyed])
  }
  return groups
}

const reads = ({ step }: KeyedStep): boolean =>
  step.type !== 'transform' && step.each === undefined && !mayWrite(step.method ?? 'GET', step.resource ?? '')

const needsAny = (step: PlanStep, group: readonly KeyedStep[]): boolean =>
  placeholdersOf(step).some(({ source, path }) => source === 'steps' && group.some(({ key }) => key === path[0]))

/** Whether an answer is composed, and not the result of the last step. */
export function isMapped(mapping: unknown): boolean {
  return isRecord(mapping) ? Object.keys(mapping).length > 0 : mapping !== null && !isEmpty(mapping)
}

function transform(step: Extract<ExecutionPlan['steps'][number], { type: 'transform' }>, values: PlanValues): unknown {
  const operations = (step.ops ?? []).map((operation) => resolveValue(operation, values) as typeof operation)
  return transformed(resolveValue(step.from, values), operations)
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === false || asText(value) === '' || asText(value) === '[]'
}

/** Callers are told what they can change, and not what a service that failed says. */
export function problemOf(error: unknown, key: string, written: readonly string[]): Problem {
  const context = written.length === 0 ? { step: key } : { step: key, completed: written }
  if (error instanceof Problem && error.status < 500)
    return new Problem(error.status, error.message, { context, headers: error.headers, cause: error })
  if (error instanceof Problem && error.status === 504)
    return new Problem(504, error.message, { context, cause: error })
  return new Problem(502, `The step '${key}' failed.`, { context, cause: error })
}
