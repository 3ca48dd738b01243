import { requestorMask, type Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Params } from '../../../request/api-request.ts'
import type { Caller } from '../../../request/caller.ts'
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
import { demoWebhooks } from './demo-webhooks.ts'

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
