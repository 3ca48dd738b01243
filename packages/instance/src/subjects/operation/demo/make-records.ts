import { requestorMask, type Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import { type Clock, isoMicros } from '../../../platform/clock.ts'
import type { Vault } from '../../../platform/vault.ts'
import type { Params } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'
import type { Store } from '../../../store/store.ts'
import {
  demoAdmins,
  demoApps,
  demoCors,
  demoFiles,
  demoInvited,
  demoLimits,
  demoLookups,
  demoRoles,
  demoScripts,
  demoServices,
  demoTasks,
  demoUsers,
  failingTask,
} from './demo-records.ts'

type Ids = ReadonlyMap<string, number>

/** Ids of the created records by name; of people by email address. */
export interface DemoIds {
  readonly apps: Ids
  readonly users: Ids
  readonly webhooks: Ids
}

/** Creates the demo records by the same calls as the console. `caller`: a full administrator. */
export async function makeRecords(call: Forward, caller: Caller): Promise<DemoIds> {
  const send = async (verb: Verb, path: string, payload: unknown, params: Params = {}): Promise<unknown> => {
    const [service = '', ...resource] = path.split('/')
    const { body } = await call({
      verb,
      service,
      resource: resource.join('/'),
      endsInSlash: path.endsWith('/'),
      params,
      payload,
      payloadFormat: payload === undefined ? 'none' : 'json',
      headers: {},
      caller,
      sentToken: null,
      requestor: 'API',
      origin: 'http://localhost:8080',
      address: '127.0.0.1',
    })
    return body
  }
  const make = async (path: string, records: readonly object[], name: string, params?: Params): Promise<Ids> =>
    idsOf(await send('POST', path, { resource: records }, { fields: '*', ...params }), name)

  const services = idsOf(await send('GET', 'system/service', undefined, { fields: 'id,name' }), 'name')
  const added = await make('system/service', demoServices, 'name')
  const serviceId = (name: string) => added.get(name) ?? idOf(services, name)
  const roles = await make(
    'system/role',
    demoRoles.map(({ access, ...role }) => ({
      ...role,
      role_service_access_by_role_id: access.map(({ service, ...rule }) => ({
        ...rule,
        service_id: serviceId(service),
        requestor_mask: requestorMask.API,
      })),
    })),
    'name',
  )
  const apps = await make(
    'system/app',
    demoApps.map(({ role, ...app }) => ({ ...app, role_id: role === null ? null : idOf(roles, role) })),
    'name',
  )
  const roleOfApp = new Map(demoApps.map(({ name, role }) => [name, role]))
  const users = await make(
    'system/user',
    demoUsers.map(([first_name, last_name, app], at) => {
      const role = app === null ? null : (roleOfApp.get(app) ?? null)
      const assigned = app === null || role === null ? [] : [{ app_id: idOf(apps, app), role_id: idOf(roles, role) }]
      return { ...person(first_name, last_name, at), user_to_app_to_role_by_user_id: assigned }
    }),
    'email',
  )
  await make(
    'system/user',
    demoInvited.map(([first, last], at) => person(first, last, at)),
    'email',
    { send_invite: 'true' },
  )
  for (const [at, { tabs, ...admin }] of demoAdmins.entries()) {
    const restriction = tabs === undefined ? {} : { is_restricted_admin: true, access_by_tabs: tabs }
    await make(
      'system/admin',
      [{ ...admin, ...person(admin.first_name, admin.last_name, at), ...restriction }],
      'email',
    )
  }
  for (const { name, ...script } of demoScripts) await send('POST', `system/event_script/${name}`, { name, ...script })
  await make(
    'system/limit',
    demoLimits.map(({ role, service, ...limit }) => ({
      ...limit,
      role_id: role === undefined ? null : idOf(roles, role),
      service_id: service === undefined ? null : serviceId(service),
    })),
    'name',
  )
  const tasks = await make(
    'system/scheduler',
    demoTasks.map(({ service, ...task }) => ({ ...task, service_id: serviceId(service), verb_mask: 1 })),
    'name',
  )
  // A failing task, so that the demo contains a failure.
  await send('POST', `system/scheduler/${idOf(tasks, failingTask)}/run`, undefined)
  await make('system/lookup', demoLookups, 'name')
  await make('system/cors', demoCors, 'path')
  const webhooks = await make('system/webhook', demoWebhooks, 'name')
  await send('POST', 'files/', { resource: demoFiles })
  return { apps, users, webhooks }
}

function idOf(ids: Ids, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`The demonstration has no record '${name}'.`)
  return id
}

function idsOf(body: unknown, name: string): Ids {
  const records = isRecord(body) && Array.isArray(body.resource) ? body.resource.filter(isRecord) : []
  return new Map(records.map((record) => [String(record[name]), Number(record.id)]))
}

/** Names without Latin letters get a number. */
function person(first_name: string, last_name: string, at: number) {
  const plain = `${first_name}.${last_name}`
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replace(/[^a-z.]/g, '')
  const local = plain.length < 3 ? `customer${at + 1}` : plain
  return { first_name, last_name, name: `${first_name} ${last_name}`, email: `${local}@example.com` }
}

/** Inactive, so that a demo sends no requests; its deliveries are made up. */
const demoWebhooks = [
  {
    name: 'Bookkeeping',
    description: 'Has each order entered in the books.',
    url: 'https://books.example.com/hooks/orders',
    events: ['sample._table.sales_order.post', 'sample._table.sales_order.patch'],
    include_data: true,
    is_active: false,
  },
  {
    name: 'Limits',
    description: 'Tells who is on duty when a limit is used up.',
    url: 'https://chat.example.com/hooks/on-duty',
    events: ['system.limit.{id}.exceeded'],
    include_data: false,
    is_active: false,
  },
]

const minute = 60_000

/** Minutes ago, result, and number of attempts. */
const sent = [
  [2_900, 'delivered', 1, 200, 184, null],
  [1_500, 'delivered', 2, 204, 96, null],
  [1_460, 'failed', 10, 503, 12, 'The receiver responded with status 503.'],
  [340, 'delivered', 1, 200, 141, null],
  [95, 'failed', 1, 410, 33, 'The receiver responded with status 410.'],
  [12, 'delivered', 1, 200, 118, null],
] as const

/** Creates deliveries as if the webhooks had been active. `webhookId`: of the first one. */
export async function makeDeliveries(
  { store, clock, vault }: { readonly store: Store; readonly clock: Clock; readonly vault: Vault },
  webhookId: number,
): Promise<void> {
  const now = clock()
  const rows = sent.map(([ago, state, attempts, status_code, duration, error], at) => {
    const date = isoMicros(now - ago * minute)
    return {
      created_date: date,
      webhook_id: webhookId,
      message_id: `msg_demo${at + 1}`,
      event: demoWebhooks[0]?.events[at % 2] ?? '',
      body: vault.seal('{}'),
      state,
      attempts,
      due: now,
      author_id: null,
      author_app_id: null,
      status_code,
      duration,
      error,
      last_attempt_date: date,
    }
  })
  await store.db.insertInto('webhook_delivery').values(rows).execute()
}
