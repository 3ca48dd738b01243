import { withoutSecrets } from '@millwright/connector/masked'
import { readBySchema } from '@millwright/contract/custom-apis/json-schema'
import { eachText, partsOf } from '@millwright/contract/custom-apis/placeholders'
import { mayWrite, serviceOfTransaction } from '@millwright/contract/custom-apis/transaction'
import { invalid, Problem } from '@millwright/contract/problem'
import {
  type ExecutionPlan,
  planBounds,
  type RequestSchema,
  type RequestStep,
  stepKey,
} from '@millwright/contract/records/execution-plan'
import { isRecord } from '@millwright/contract/wire/is-record'
import { narrowedCaller, stepRequestor } from '../../../access/decide.ts'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { ServiceHost } from '../../../gateway/service-kind.ts'
import { noLookups } from '../../../platform/lookup-substitution.ts'
import { tracingHeaders } from '../../../platform/tracing/request-context.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'
import { RowStream } from '../../../request/row-stream.ts'
import { bodyValue } from '../scripts/script-bodies.ts'
import type { Endpoint } from './published-apis.ts'
import { type EndedStep, isMapped, problemOf, runPlan, type StepAnswer } from './run-plan.ts'
import { isOfDatabase, type PlanValues, type StepCall, stepCall } from './step-call.ts'

/** What a caller sent to an endpoint. */
interface Sent {
  readonly path: unknown
  readonly query: unknown
  readonly header: unknown
  readonly body: unknown
}

const parts = ['path', 'query', 'header', 'body'] as const
/** Parameters of callers that the instance reads itself. */
const own = new Set(['api_key', 'session_token', 'script_token'])
const paging = new Set(['limit', 'offset', 'include_count'])

/** The values of the placeholders of a plan, by the schemas of its endpoint. Throws a 400 with everything that is wrong. */
function sentValues(
  sent: Sent,
  { schema, isPaged }: { readonly schema: RequestSchema | null; readonly isPaged: boolean },
  { caller }: Pick<ApiRequest, 'caller'>,
  now: number,
): Omit<PlanValues, 'steps' | 'item' | 'lookups'> {
  const values: Record<string, unknown> = { ...sent, query: withoutOwn(sent.query, isPaged) }
  const described = new Set<string>()
  const problems: string[] = []
  for (const part of parts) {
    const partSchema = schema?.[part]
    if (partSchema === undefined || partSchema === null) continue
    const closed = part === 'query' ? { additionalProperties: false, ...partSchema } : partSchema
    const read = readBySchema(closed, values[part] ?? {}, { at: part, isText: part !== 'body' })
    problems.push(...read.problems)
    values[part] = read.value
    described.add(part)
  }
  if (problems.length > 0) throw invalid({ request: problems.slice(0, 50) })
  const { user, role, app } = caller
  return {
    path: values.path,
    query: values.query,
    header: values.header,
    body: values.body,
    described,
    user: user === null ? null : { id: user.id, email: user.email },
    role: role === null ? null : { id: role.id, name: role.name },
    app: app === null ? null : { id: app.id, name: app.name },
    now: new Date(now).toISOString(),
  }
}

function withoutOwn(query: unknown, isPaged: boolean): Record<string, unknown> {
  const entries = typeof query === 'object' && query !== null ? Object.entries(query) : []
  return Object.fromEntries(entries.filter(([name]) => !own.has(name) && !(isPaged && paging.has(name))))
}

export interface CallParts {
  readonly parts: Pick<Parts, 'authorities' | 'clock' | 'lookups' | 'config'>
  /** Calls a service like the gateway, with limits, scripts and usage. */
  readonly call: Forward
  readonly inWhole: ServiceHost['inWhole']
}

export interface CallOptions {
  /** Answers with the requests of the steps instead of making them. */
  readonly isDry?: boolean
  /** Databases refuse to write. */
  readonly readsOnly?: boolean
  /** Rolls back what the steps write. */
  readonly rollsBack?: boolean
  /** Throws for steps that must not run. */
  admit?(call: StepCall): void
  ended?(step: EndedStep): void
  /** Whether rows are held in the answer, so that it can be kept. Otherwise they may be a stream. */
  readonly isHeld?: boolean
}

/** How deep custom APIs and scripts call each other. */
const deepest = 8

/**
 * Runs the plan of an endpoint for a caller, with the rights that the caller and the author both have (docs/wire/access.md). A step is
 * permitted if the caller's role permits it for scripts, or else for clients.
 */
export async function callEndpoint(
  endpoint: Endpoint,
  sent: Sent,
  request: ApiRequest,
  { parts, call, inWhole }: CallParts,
  options: CallOptions = {},
): Promise<unknown> {
  const { request_schema: schema, execution_plan: plan } = endpoint
  const isPaged = plan.page === true
  const values = sentValues(sent, { schema, isPaged }, request, parts.clock())
  const narrowed = await callerOfSteps(endpoint, request, parts)
  const caller: Caller = { ...narrowed, endpoint: `${request.service}/${endpoint.path.replace(/^\//, '')}` }
  const depth = (request.scriptDepth ?? 0) + 1
  if (depth > deepest) throw new Problem(508, 'Custom APIs and scripts call each other too deeply.')
  let meta: unknown = null

  async function ask(step: StepCall): Promise<ApiResponse> {
    if (request.readsOnly && mayWrite(step.verb, step.resource))
      throw new Problem(403, 'Only what reads is allowed here.')
    const inner: ApiRequest = {
      verb: step.verb,
      service: step.service,
      resource: step.resource,
      params: step.params,
      payload: step.payload,
      payloadFormat: step.payload === undefined ? 'none' : 'json',
      headers: tracingHeaders(),
      caller,
      sentToken: null,
      requestor: stepRequestor({ ...step, caller }, request.requestor),
      origin: request.origin,
      linkOrigin: request.linkOrigin,
      address: request.address,
      scriptDepth: depth,
      ...(isOfDatabase(step) ? { isLiteral: true } : {}),
      ...(request.readsOnly || options.readsOnly ? { readsOnly: true } : {}),
      ...(request.isGivenUp === undefined ? {} : { isGivenUp: request.isGivenUp }),
    }
    return call(inner)
  }

  async function send(step: StepCall): Promise<StepAnswer> {
    options.admit?.(step)
    if (options.isDry) return { value: { dry_run: true, ...shown(step) }, isCached: false }
    const answered = await ask(step)
    const { value, file } = await bodyValue(answered, planBounds.results)
    await file?.content.close()
    meta ??= isRecord(value) ? (value.meta ?? null) : null
    return { value, isCached: answered.isCached === true }
  }

  const only = isPaged || options.isHeld || options.ended !== undefined ? null : onlyRequest(endpoint)
  const effects = {
    send,
    lookups: namesLookups(plan) ? await parts.lookups.of(caller, parts.config.publicUrl ?? request.origin) : noLookups,
    now: parts.clock,
    isGivenUp: () => request.isGivenUp?.() ?? false,
    ...(options.ended === undefined ? {} : { ended: options.ended }),
  }
  const paged = isPaged ? withPage(plan, sent.query) : plan
  const { isDry = false, rollsBack = false } = options
  const service = !isDry && (rollsBack || plan.transaction === true) ? serviceOfTransaction(plan) : null
  const isWhole = service !== null
  if (only !== null && !isWhole) {
    const stepValues = { ...values, steps: {}, item: null, lookups: isOfDatabase(only) ? effects.lookups : noLookups }
    return passedOn(only, () => ask(stepCall(only, stepValues)))
  }
  const run = () =>
    runPlan({ execution_plan: paged, response_mapping: endpoint.response_mapping }, values, { ...effects, isWhole })
  const answer = isWhole ? await inWhole(service, run, { keeps: !rollsBack }) : await run()
  if (!isPaged) return answer
  const rows = isRecord(answer) && Array.isArray(answer.resource) ? answer.resource : answer
  return { resource: rows, ...(meta === null ? {} : { meta }) }
}

/** The step of a plan that answers with what its request does, unchanged; `null`: it does more. */
function onlyRequest({ execution_plan: plan, response_mapping }: Endpoint): RequestStep | null {
  const [step, another] = plan.steps
  if (step === undefined || another !== undefined || step.type === 'transform' || isMapped(response_mapping))
    return null
  return step.when === undefined && step.each === undefined && step.aliases === undefined ? step : null
}

/** The answer of a request, of which rows remain a stream. */
async function passedOn(step: RequestStep, ask: () => Promise<ApiResponse>): Promise<unknown> {
  try {
    const response = await ask()
    if (response.body instanceof RowStream) return response.body
    const { value, file } = await bodyValue(response, planBounds.results)
    await file?.content.close()
    return value ?? null
  } catch (error) {
    throw problemOf(error, stepKey(step, 0), [])
  }
}

const known = new WeakMap<ExecutionPlan, boolean>()

/** Whether the author named lookup keys. */
function namesLookups(plan: ExecutionPlan): boolean {
  let isNamed = known.get(plan)
  if (isNamed === undefined) {
    isNamed = false
    eachText(plan.steps, (text) => {
      isNamed ||= partsOf(text).some((part) => typeof part === 'string' && part.includes('{'))
    })
    known.set(plan, isNamed)
  }
  return isNamed
}

/** The caller, with the rights that they and the author both have now. */
export async function callerOfSteps(
  { author }: Pick<Endpoint, 'author'>,
  { caller }: Pick<ApiRequest, 'caller'>,
  { authorities }: Pick<Parts, 'authorities'>,
): Promise<Caller> {
  return narrowedCaller(caller, await authorities(author))
}

/** The request of a step as dry runs show it, without secrets. */
function shown({ service, resource, verb, params, payload }: StepCall) {
  return { service, resource, method: verb, params: withoutSecrets(params), body: withoutSecrets(payload ?? null) }
}

/** Passes the page that a caller asks for to the first request. */
function withPage(plan: ExecutionPlan, query: unknown): ExecutionPlan {
  const pageQuery = isRecord(query) ? query : {}
  const page = Object.fromEntries(
    ['limit', 'offset', 'include_count'].flatMap((name) =>
      typeof pageQuery[name] === 'string' ? [[name, pageQuery[name]]] : [],
    ),
  )
  const first = plan.steps.findIndex((step) => step.type !== 'transform')
  return {
    ...plan,
    steps: plan.steps.map((step, index) =>
      index === first && step.type !== 'transform' ? { ...step, params: { ...step.params, ...page } } : step,
    ),
  }
}
