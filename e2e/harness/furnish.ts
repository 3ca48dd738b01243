import { type Api, addAdmins, recordsOf } from './api.ts'
import { requestAuthorization } from './asking-client.ts'

/** Ids of the records that the screens show, and other parts of their addresses. */
export interface Shown {
  readonly [collection: string]: number | string
}

/** A text too long for every layout. */
export const long = 'A name that nobody would choose, unless to see what becomes of a name that is far too long'

/** Creates the records that the screens show, and opens the registration. `url`: of the instance. */
export async function createRecords(api: Api, url: string): Promise<Shown> {
  const made = async (collection: string, record: object, query = '') => {
    const [created] = recordsOf(await api.call('POST', `system/${collection}?fields=*${query}`, { resource: [record] }))
    return Number(created?.id)
  }
  const service = async (name: string) => {
    const [found] = recordsOf(await api.call('GET', `system/service?filter=name="${name}"`))
    return Number(found?.id)
  }
  const config = { allow_open_registration: true, open_reg_email_service_id: await service('email') }
  await api.call('PATCH', `system/service/${await service('user')}`, { config })
  await addAdmins(api, 3)
  await api.call('POST', 'files/shown/deep/')
  const files = ['a.js', `${long}.txt`].map((name) => ({ name, type: 'file', content: 'export const a = 1\n' }))
  await api.call('POST', 'files/shown/', { resource: files })
  const rules = [
    { service_id: await service('system'), component: 'lookup/*', verb_mask: 1, requestor_mask: 1 },
    { service_id: null, component: '*', verb_mask: 3, requestor_mask: 3 },
  ]
  const role = await made('role', { name: long.slice(0, 64), is_active: true, role_service_access_by_role_id: rules })
  const app = await made('app', { name: long.slice(0, 64), is_active: true, role_id: role })
  const person = {
    email: `${'very-long-'.repeat(5)}@example.com`,
    name: long,
    user_to_app_to_role_by_user_id: [{ app_id: app, role_id: role }],
    lookup_by_user_id: [{ name: 'key', value: 'value' }],
  }
  const customApi = async () => {
    const api_id = await made('custom_api', { name: 'long', base_path: 'long', label: long.slice(0, 80) })
    await made('custom_api_source', { api_id, service_id: await service('sample') })
    const filter = 'name contains "{query.name}"'
    const steps = [
      { id: 'tags', service: 'sample', resource: '_table/tag', params: { filter } },
      { id: 'first', type: 'transform', from: '{steps.tags}', ops: [{ op: 'first' }] },
    ]
    const endpoint = { api_id, method: 'GET', path: '/tags/{id}/of-a-rather-long-path', execution_plan: { steps } }
    return { api: api_id, endpoint: await made('custom_api_endpoint', endpoint) }
  }
  const assistants = async () => {
    const settings = { exposed_services: ['sample', 'files', 'email'], allow_writes: true, allow_deletes: true }
    const record = { name: 'assistant', label: long.slice(0, 64), type: 'mcp', is_active: true, config: settings }
    return { assistant: await made('service', record), ...(await requestAuthorization(url, 'assistant')) }
  }
  return {
    role,
    app,
    service: await service('sample'),
    ...(await assistants()),
    ...(await customApi()),
    user: await made('user', person, '&send_invite=true'),
    cors: await made('cors', { path: `${'deep/'.repeat(20)}*`, origin: '*', method: ['GET'] }),
    limit: await made('limit', { name: 'A limit', type: 'instance', rate: 100000, period: 'minute' }),
    task: await made('scheduler', { name: 'A task', service_id: await service('sample'), component: '_table/tag' }),
    lookup: await made('lookup', { name: 'a_rather_long_name_of_a_key', value: long }),
    view: await made('data_view', { name: long.slice(0, 80), service_id: await service('sample'), table: 'tag' }),
    template: Number(recordsOf(await api.call('GET', 'system/email_template'))[0]?.id),
  }
}
