import type { ExecutionPlan } from '@millwright/contract/records/execution-plan'
import { isVerb, maskOf, requestorMask, type Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { EndpointRecord } from './endpoint-draft.ts'

/** A row of a role, as it is sent. */
export interface KeyRow {
  readonly service_id: number
  readonly component: string
  readonly verb_mask: number
  readonly requestor_mask: number
  readonly filters: readonly []
  readonly filter_op: 'AND'
}

interface Target {
  readonly service: number
  readonly component: string
  readonly verbs: Set<Verb>
}

/**
 * The rows of a role that may call the active endpoints of an API, and nothing else: of clients the API itself, of scripts what its steps
 * request (docs/wire/custom-apis.md). `serviceIds`: by name, in lower case.
 */
export function keyRows(
  apiService: number,
  endpoints: readonly EndpointRecord[],
  serviceIds: ReadonlyMap<string, number>,
): readonly KeyRow[] {
  const active = endpoints.filter(({ is_active }) => is_active !== false)
  const methods = active.flatMap(({ method }) => (method !== undefined && isVerb(method) ? [method] : []))
  const targets = new Map<string, Target>()
  for (const { execution_plan: plan } of active)
    for (const step of stepsOf(plan)) {
      if (step.type === 'transform') continue
      const service = serviceIds.get(String(step.service).toLowerCase())
      if (service === undefined) continue
      const component = componentOf(step.resource ?? '')
      const key = `${service} ${component}`
      const target = targets.get(key) ?? { service, component, verbs: new Set<Verb>() }
      target.verbs.add(step.method ?? 'GET')
      targets.set(key, target)
    }
  return [
    rowOf(apiService, '*', methods, 'API'),
    ...[...targets.values()].map(({ service, component, verbs }) => rowOf(service, component, verbs, 'SCRIPT')),
  ]
}

function stepsOf(plan: unknown): ExecutionPlan['steps'] {
  return isRecord(plan) && Array.isArray(plan.steps) ? plan.steps : []
}

/** The component of a role for a resource: everything from the first placeholder on is any. */
function componentOf(resource: string): string {
  const plain = resource.replace(/\/+$/, '')
  const at = plain.indexOf('{')
  if (at < 0) return plain === '' ? '*' : plain
  return `${plain.slice(0, plain.lastIndexOf('/', at) + 1)}*`
}

function rowOf(service_id: number, component: string, verbs: Iterable<Verb>, requestor: 'API' | 'SCRIPT'): KeyRow {
  const row = { service_id, component, verb_mask: maskOf(verbs), requestor_mask: requestorMask[requestor] }
  return { ...row, filters: [], filter_op: 'AND' }
}
