import { printFilter } from '@millwright/contract/filter/print'
import type { App } from '@millwright/contract/records/app'
import type { ExecutionPlan } from '@millwright/contract/records/execution-plan'
import { secretMask } from '@millwright/contract/records/lookup'
import { isVerb, maskOf, requestorMask, type Verb } from '@millwright/contract/verbs'
import { parseExact, stringifyExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ListAnswer } from '@millwright/contract/wire/list'
import type { QueryClient } from '@tanstack/react-query'
import { createRecord, invalidateCollection, removeRecord } from '../../../instance/collections.ts'
import { InstanceError } from '../../../instance/instance-error.ts'
import { send, sendRaw } from '../../../instance/send.ts'
import { type ApiRecord, basePathOf, endpointCollection } from '../api-queries.ts'
import { t } from '../messages.ts'
import type { EndpointRecord } from '../plan/endpoint-draft.ts'

/** The endpoints of an API with their plans. */
export async function readEndpoints(api: ApiRecord, signal?: AbortSignal): Promise<readonly EndpointRecord[]> {
  const params = { filter: `api_id = ${api.id}`, order: 'path,id' }
  const { data } = await send<ListAnswer<EndpointRecord>>({ verb: 'GET', path: endpointCollection, params, signal })
  return data.resource ?? []
}

/**
 * Creates a role that may call the API and nothing else, and an app with it. Returns the app's key. Throws `InstanceError`; the role is
 * deleted again if the app is refused.
 */
export async function makeKey(
  queryClient: QueryClient,
  api: ApiRecord,
  services: readonly { readonly id: number; readonly name: string }[],
): Promise<string> {
  const serviceId = api.service_id ?? services.find(({ name }) => name === basePathOf(api))?.id
  if (serviceId === undefined) throw new InstanceError(t.serviceGone)
  const ids = new Map(services.map(({ id, name }) => [name.toLowerCase(), id]))
  const endpoints = await readEndpoints(api)
  const name = await freeName(t.keyName({ name: basePathOf(api) }))
  const role = await createRecord<{ id?: number }>(
    'system/role',
    { name, is_active: true, role_service_access_by_role_id: keyRows(serviceId, endpoints, ids) },
    { fields: 'id' },
  )
  try {
    const app = { name, is_active: true, type: 0, role_id: role.record.id }
    const { record } = await createRecord<Partial<App>>('system/app', app, { fields: 'id,api_key' })
    if (!record.api_key || record.api_key === secretMask) throw new InstanceError(t.keyHidden)
    return record.api_key
  } catch (error) {
    if (role.record.id !== undefined) await removeRecord('system/role', role.record.id).catch(() => undefined)
    throw error
  } finally {
    await Promise.all(['system/app', 'system/role'].map((collection) => invalidateCollection(queryClient, collection)))
  }
}

/** A name that neither a role nor an app has. */
async function freeName(wanted: string): Promise<string> {
  const value = { kind: 'text', text: `${wanted}%` } as const
  const beginning = { kind: 'compare', field: 'name', operator: 'like', value } as const
  const params = { fields: 'name', filter: printFilter(beginning) }
  const lists = await Promise.all(
    ['system/role', 'system/app'].map((path) => send<ListAnswer<{ name?: string }>>({ verb: 'GET', path, params })),
  )
  const taken = new Set(lists.flatMap(({ data }) => (data.resource ?? []).map(({ name }) => name?.toLowerCase())))
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

export interface KeyAnswer {
  readonly status: number
  /** Indented, if it is JSON. */
  readonly text: string
}

/** Calls an endpoint with a key and without the session, as any client would. */
export async function callWithKey(verb: 'GET', path: string, key: string): Promise<KeyAnswer> {
  const response = await sendRaw({ verb, path, ignore401: true }, key)
  const text = await response.text()
  return { status: response.status, text: pretty(text) }
}

function pretty(text: string): string {
  try {
    return stringifyExact(parseExact(text), 2)
  } catch {
    return text
  }
}

/** A row of a role, as it is sent. */
interface KeyRow {
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
