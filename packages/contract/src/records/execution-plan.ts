import type { Verb } from '../verbs.ts'

/** What an endpoint does (docs/wire/custom-apis.md). Members that this version does not know are kept. */
export interface ExecutionPlan {
  readonly steps: readonly PlanStep[]
  /** Seconds for which answers of GET are kept. */
  readonly cache?: { readonly ttl: number }
  /** Whether `limit`, `offset` and `include_count` of callers are passed to the first step, and its answer is `{resource, meta}`. */
  readonly page?: boolean
  /** Whether all writes of a call are kept or none; then they are all to tables of one SQL service. */
  readonly transaction?: boolean
  /** Fixed status and headers of a successful answer. */
  readonly response?: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> }
}

export type PlanStep = RequestStep | TransformStep

interface AnyStep {
  readonly id?: string
  /** Under which later steps find the result; default: `id`, else `step_` and the index. */
  readonly output_key?: string
  /** A placeholder: the step is skipped, with the result null, if it is absent, null, false, or empty. */
  readonly when?: string
}

export interface RequestStep extends AnyStep {
  readonly type?: 'service_request'
  readonly service: string
  /** Path within the service. Placeholders are whole segments. */
  readonly resource?: string
  readonly method?: Verb
  readonly params?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  /** New names of members of the rows, by their names in the service. */
  readonly aliases?: Readonly<Record<string, string>>
  /** A placeholder with a list: the step is run for each of its values, as `{item}`, and its result is the list of the results. */
  readonly each?: string
}

export interface TransformStep extends AnyStep {
  readonly type: 'transform'
  /** A placeholder with what is changed. */
  readonly from: string
  readonly ops?: readonly TransformOperation[]
}

export const comparisons = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains', 'in'] as const
export type Comparison = (typeof comparisons)[number]

export type TransformOperation =
  | { readonly op: 'pick' | 'omit'; readonly fields: readonly string[] }
  | { readonly op: 'rename'; readonly map: Readonly<Record<string, string>> }
  | { readonly op: 'defaults'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly op: 'filter'; readonly field: string; readonly cmp?: Comparison; readonly value?: unknown }
  | { readonly op: 'sort'; readonly by: string; readonly dir?: 'asc' | 'desc' }
  | { readonly op: 'limit'; readonly count: number }
  | { readonly op: 'first' | 'count' }
  | { readonly op: 'wrap' | 'unwrap'; readonly key?: string }

export interface EndpointPolicy {
  /** Of other makers: ignored, as a role with rows for scripts does the same (docs/wire/custom-apis.md). */
  readonly privileged?: boolean
}

/** JSON Schemas of what callers send; an object with `properties` for each. */
export interface RequestSchema {
  readonly path?: ParametersSchema
  readonly query?: ParametersSchema
  readonly header?: ParametersSchema
  readonly body?: ParametersSchema
}

export type ParametersSchema = Readonly<Record<string, unknown>>

/** Bounds of plans and runs. */
export const planBounds = {
  steps: 25,
  /** Characters of a plan and its mapping as JSON. */
  length: 200_000,
  placeholders: 1000,
  operations: 50,
  each: 100,
  /** Steps of an `each` that run at the same time. */
  parallel: 8,
  calls: 100,
  milliseconds: 30_000,
  rows: 10_000,
  /** Characters of all results together. */
  results: 16 * 1024 * 1024,
  /** Characters of a text that no schema describes. */
  text: 1000,
  cacheSeconds: 3600,
} as const

/** Name of the service at which clients of other servers find custom APIs. */
export const designerName = 'api_builder'

/** Groups of service types whose services endpoints may call. */
export const callableGroups: ReadonlySet<string> = new Set([
  'Database',
  'Big Data',
  'File',
  'Remote Service',
  'Cache',
  'Email',
  'IoT',
  'Script',
])

/** Under which name later steps find the result of a step. */
export function stepKey(step: Pick<PlanStep, 'id' | 'output_key'>, index: number): string {
  return step.output_key ?? step.id ?? `step_${index}`
}

/** What is wrong with a plan, at one member. */
export interface PlanProblem {
  /** Key of the step; `null`: the endpoint as a whole. */
  readonly step: string | null
  /** The member, with those that it is in: `params.filter`. */
  readonly member: string
  /** A sentence that names step and member. */
  readonly message: string
}

/** Notes what is wrong with a member, as the rest of a sentence. */
export type Tell = (member: string, sentence: string) => void

/** A problem whose message begins with its place. */
export function problemAt(step: string | null, member: string, sentence: string): PlanProblem {
  const place = step === null ? member : `Step '${step.slice(0, 64)}', ${member}`
  return { step, member, message: `${place}: ${sentence}` }
}
