import { eachText, partsOf } from '@millwright/contract/custom-apis/placeholders'
import { serviceOfTransaction } from '@millwright/contract/custom-apis/transaction'
import { Problem } from '@millwright/contract/problem'
import { type ExecutionPlan, planBounds } from '@millwright/contract/records/execution-plan'
import { isRecord } from '@millwright/contract/wire/is-record'
import { narrowedCaller } from '../../access/narrowed.ts'
import { stepRequestor } from '../../access/step-requestor.ts'
import type { Forward } from '../../gateway/gateway.ts'
import type { Parts } from '../../gateway/parts.ts'
import type { ServiceHost } from '../../gateway/service-kind.ts'
import { noLookups } from '../../platform/lookup-substitution.ts'
import { tracingHeaders } from '../../platform/tracing/request-context.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import type { Caller } from '../../request/caller.ts'
import { bodyValue } from '../scripts/body-value.ts'
import type { Endpoint } from './published-apis.ts'
import { type EndedStep, runPlan } from './run-plan.ts'
import { type Sent, sentValues } from './sent-values.ts'
import { isOfDatabase, type StepCall } from './step-call.ts'

interface CallParts {
  readonly parts: Pick<Parts, 'authorities' | 'clock' | 'lookups' | 'config'>
  /** Calls a service like the gateway, with limits, scripts and usage. */
  readonly call: Forward
  readonly inWhole: ServiceHost['inWhole']
}

export interface CallOptions {
  /** Answers with the requests of the steps instead of making them. */
  readonly isDry?: boolean
  /** Rolls back what the steps write. */
  readonly rollsBack?: boolean
  /** Throws for steps that must not run. */
  admit?(call: StepCall): void
  ended?(step: EndedStep): void
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
  const caller = await callerOfSteps(endpoint, request, parts)
  const depth = (request.scriptDepth ?? 0) + 1
  if (depth > deepest) throw new Problem(508, 'Custom APIs and scripts call each other too deeply.')
  let meta: unknown = null

  async function send(step: StepCall): Promise<unknown> {
    options.admit?.(step)
    if (request.readsOnly && step.verb !== 'GET') throw new Problem(403, 'Only what reads is allowed here.')
    if (options.isDry) return { dry_run: true, ...shown(step) }
    const inner: ApiRequest = {
      ...{ verb: step.verb, service: step.service, resource: step.resource, params: step.params },
      ...{ payload: step.payload, payloadFormat: step.payload === undefined ? 'none' : 'json' },
      ...{
        headers: tracingHeaders(),
        caller,
        sentToken: null,
        requestor: stepRequestor({ ...step, caller }, request.requestor),
      },
      ...{ origin: request.origin, linkOrigin: request.linkOrigin, address: request.address, scriptDepth: depth },
      ...(isOfDatabase(step) ? { isLiteral: true } : {}),
      ...(request.readsOnly === undefined ? {} : { readsOnly: request.readsOnly }),
      ...(request.isGivenUp === undefined ? {} : { isGivenUp: request.isGivenUp }),
    }
    const { value, file } = await bodyValue(await call(inner), planBounds.results)
    await file?.content.close()
    meta ??= isRecord(value) ? (value.meta ?? null) : null
    return value
  }

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
  const run = () =>
    runPlan({ execution_plan: paged, response_mapping: endpoint.response_mapping }, values, { ...effects, isWhole })
  const answer = isWhole ? await inWhole(service, run, { keeps: !rollsBack }) : await run()
  if (!isPaged) return answer
  const rows = isRecord(answer) && Array.isArray(answer.resource) ? answer.resource : answer
  return { resource: rows, ...(meta === null ? {} : { meta }) }
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

/** The request of a step, as dry runs and traces show it. */
export function shown({ service, resource, verb, params, payload }: StepCall) {
  return { service, resource, method: verb, params, body: payload ?? null }
}

/** Passes the page that a caller asks for to the first request. */
function withPage(plan: ExecutionPlan, query: unknown): ExecutionPlan {
  const asked = isRecord(query) ? query : {}
  const page = Object.fromEntries(
    ['limit', 'offset', 'include_count'].flatMap((name) =>
      typeof asked[name] === 'string' ? [[name, asked[name]]] : [],
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
