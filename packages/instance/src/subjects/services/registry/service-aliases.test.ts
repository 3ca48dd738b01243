import type { AccessExplanation } from '@millwright/contract/wire/access-explanation'
import type { UsageAnswer } from '@millwright/contract/wire/usage'
import { describe, expect, it } from 'vitest'
import { configCalls } from '../../../testing/config-calls.ts'
import { exportedPackage, importedPackage } from '../../../testing/package-calls.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { testInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

type Instance = Awaited<ReturnType<typeof testInstance>>

async function withService(instance: Instance, values: object) {
  const { send, root } = instance
  const body = { type: 'sqlite', is_active: true, config: { database: `${Math.random()}.sqlite` }, ...values }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as: root, body: [body] })
  return { ...made, id: made.body.resource?.[0].id }
}

/** A service that was renamed from `crm` to `sales`, and kept its old name. */
async function renamed(options: Parameters<typeof testInstance>[0] = {}) {
  const instance = await testInstance(options)
  const { send, root } = instance
  const { id } = await withService(instance, { name: 'crm' })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'region', type: 'string' },
  ]
  await send('POST', 'crm/_schema', { as: root, body: { resource: [{ name: 'orders', field }] } })
  const resource = [{ region: 'north' }, { region: 'south' }]
  await send('POST', 'crm/_table/orders', { as: root, body: { resource } })
  const patch = { as: root, body: { name: 'sales', aliases: ['crm'] } }
  expect((await send('PATCH', `system/service/${id}`, patch)).status).toBe(200)
  return { ...instance, id: Number(id) }
}

const about = (field: string, message: string) => ({
  status: 400,
  body: { error: { context: { [field]: [message] } } },
})

describe.each(engines)('aliases of services on %s', (engine) => {
  it('are names, and neither names nor aliases of other services', async () => {
    const { send, root, id, ...rest } = await renamed({ engine })
    const change = (aliases: unknown, of = id) => send('PATCH', `system/service/${of}`, { as: root, body: { aliases } })
    const shape = 'aliases must be a list of names of up to 40 letters, numbers, underscores and dashes.'
    for (const odd of ['crm', [1, null], [{}], ['a b'], ['a/b'], [''], ['x'.repeat(41)], { crm: 1 }])
      expect(await change(odd), JSON.stringify(odd)).toMatchObject(about('aliases', shape))
    const many = Array.from({ length: 21 }, (_, at) => `a${at}`)
    expect(await change(many)).toMatchObject(about('aliases', 'aliases may have 20 names at most.'))
    for (const taken of ['db', 'DB', 'system', 'user', 'api_docs'])
      expect(await change([taken])).toMatchObject(about('aliases', `'${taken}' is the name of a service.`))
    const instance = { send, root, id, ...rest }
    const other = await withService(instance, { name: 'other' })
    expect(await change(['CRM'], other.id)).toMatchObject(
      about('aliases', "'CRM' is an alias of the service 'sales' already."),
    )
    const { body } = await send<{ resource: { id: number }[] }>('GET', 'system/service?filter=name=user', { as: root })
    expect(await change(['users'], body.resource[0]?.id)).toMatchObject(
      about('aliases', "The service 'user' cannot have aliases, as it cannot be renamed."),
    )
    expect((await send('GET', `system/service/${id}`, { as: root })).body).toMatchObject({ aliases: ['crm'] })
  })

  it('are not taken as names by others, and cease when a service gets them as its name', async () => {
    const instance = await renamed({ engine })
    const { send, root, id } = instance
    const sentence = "'Crm' is an alias of the service 'sales'. Remove it there first."
    const made = await withService(instance, { name: 'Crm' })
    expect([made.status, JSON.stringify(made.body)]).toEqual([400, expect.stringContaining(sentence)])
    const other = await withService(instance, { name: 'other' })
    const taking = await send('PATCH', `system/service/${other.id}`, { as: root, body: { name: 'Crm' } })
    expect(taking).toMatchObject(about('name', sentence))
    const back = await send('PATCH', `system/service/${id}?fields=*`, {
      as: root,
      body: { name: 'crm', aliases: ['crm', 'sales', 'Sales'] },
    })
    expect(back.body).toMatchObject({ name: 'crm', aliases: ['sales'] })
    await send('PATCH', `system/service/${id}`, { as: root, body: { aliases: [] } })
    expect((await send('GET', 'sales/_table', { as: root })).status).toBe(404)
    expect((await withService(instance, { name: 'sales' })).status).toBe(201)
  })

  it('go on reaching the service, at once and until they are removed', async () => {
    const instance = await renamed({ engine })
    const { send, root, id } = instance
    const read = async (name: string) => (await send('GET', `${name}/_table/orders?count_only=true`, { as: root })).body
    expect([await read('crm'), await read('CRM'), await read('sales')]).toEqual([2, 2, 2])
    const listed = await send<{ services: { name: string }[] }>('GET', '?fields=name', { as: root })
    expect(listed.body.services.map(({ name }) => name)).not.toContain('crm')
    await send('PATCH', `system/service/${id}`, { as: root, body: { is_active: false } })
    expect((await send('GET', 'crm/_table', { as: root })).body).toMatchObject({
      error: { code: 403, message: 'Service sales is deactivated.' },
    })
    await send('DELETE', `system/service/${id}?force=true`, { as: root })
    expect((await send('GET', 'crm/_table', { as: root })).status).toBe(404)
    expect((await withService(instance, { name: 'crm' })).status).toBe(201)
  })
})

describe('a call by an alias', () => {
  it('has the rights at the service, whatever else the role grants', async () => {
    const { send, root, make, id } = await renamed()
    const filters = [{ name: 'region', operator: '=', value: 'north' }]
    const rule = { component: '*', verb_mask: 1, requestor_mask: 3 }
    const access = [
      { ...rule, service_id: null, verb_mask: 31 },
      { ...rule, service_id: id, component: '_table/orders/*', filters },
    ]
    const made = await send<{ resource: [{ id: number }] }>('POST', 'system/role', {
      as: root,
      body: [{ name: 'north', is_active: true, role_service_access_by_role_id: access }],
    })
    expect(made.status).toBe(201)
    const app = await make.app({ role_id: made.body.resource[0].id })
    const key = app.api_key
    for (const name of ['sales', 'crm']) {
      const list = await send(`GET`, `${name}/_table/orders`, { key })
      expect(list.body, name).toMatchObject({ resource: [{ region: 'north' }] })
      expect((await send('DELETE', `${name}/_table/orders?filter=id>0`, { key })).status, name).toBe(401)
      const asked = { path: `${name}/_table/orders`, verb: 'GET', app_id: app.id }
      const { body } = await send<AccessExplanation>('POST', 'system/access_explanation', { as: root, body: asked })
      expect(body, name).toMatchObject({ allowed: true, row_filter: { filters } })
    }
    expect((await send('GET', 'crm/_table/orders')).status).toBe(400)
  })

  it('runs the scripts of the service, counts for its limits and usage, and passes its CORS entries', async () => {
    const { send, root, make, id } = await renamed()
    const content = 'event.response.content = { by: event.request.service }'
    const script = { type: 'nodejs', is_active: true, content, allow_event_modification: true }
    await send('POST', 'system/event_script/sales._table.orders.get.post_process', { as: root, body: script })
    expect((await send('GET', 'crm/_table/orders', { as: root })).body).toMatchObject({ by: 'sales' })

    await make.cors({ path: 'api/v2/sales/*', origin: 'https://a.test', verbs: ['GET'] })
    const headers = { origin: 'https://a.test', 'access-control-request-method': 'GET' }
    expect((await send('OPTIONS', 'crm/_table/orders', { headers })).status).toBe(204)

    const usage = async () => {
      const path = `system/usage?step=none&by=service&from=${Date.now() - 3_600_000}`
      const { groups } = (await send<UsageAnswer>('GET', path, { as: root })).body.meta
      return new Map(groups?.map(({ group, requests }) => [group, requests]))
    }
    const before = await usage()
    await send('GET', 'crm/_table', { as: root })
    const after = await usage()
    expect(after.get('sales')).toBe((before.get('sales') ?? 0) + 1)
    expect(after.get('crm')).toBe(before.get('crm'))

    const limit = { name: 'few', type: 'instance.service', service_id: id, rate: 1, period: 'day', is_active: true }
    expect((await send('POST', 'system/limit', { as: root, body: [limit] })).status).toBe(201)
    const role = await make.role({ access: [{ service_id: null, component: '*', verbs: ['GET'] }] })
    const { api_key: key } = await make.app({ role_id: role.id })
    const statuses = [(await send('GET', 'sales/_table', { key })).status]
    statuses.push((await send('GET', 'crm/_table', { key })).status)
    expect(statuses).toEqual([200, 429])
  })

  it('comes from scripts as well, and uploads files', async () => {
    const instance = await renamed()
    const { send, root } = instance
    const content = `event.response.content = (await platform.api.get('crm/_table/orders?count_only=true'))`
    const script = { type: 'nodejs', is_active: true, content, allow_event_modification: true }
    await send('POST', 'system/event_script/db.get.post_process', { as: root, body: script })
    expect((await send('GET', 'db', { as: root })).body).toMatchObject({ content: 2, status_code: 200 })
    const files = await withService(instance, { name: 'store', type: 'local_file', config: { container: 'store' } })
    await send('PATCH', `system/service/${files.id}`, { as: root, body: { name: 'papers', aliases: ['store'] } })
    const sent = { as: root, headers: { 'content-type': 'text/plain' }, body: new TextEncoder().encode('a text') }
    expect((await send('POST', 'store/a.txt', sent)).status).toBe(201)
    expect((await send('GET', 'papers/a.txt', { as: root })).body).toBe('a text')
  })
})

describe('an alias', () => {
  it('that records of others name is for full administrators only', async () => {
    const instance = await renamed()
    const { send, root } = instance
    const { as, key } = await restrictedAdmin(instance, ['services'])
    const own = await withService(instance, { name: 'own' })
    const script = { type: 'nodejs', is_active: true, content: '1' }
    await withService(instance, { name: 'gone' }).then(async ({ id }) => {
      await send('POST', 'system/event_script/gone._table.get.pre_process', { as: root, body: script })
      await send('DELETE', `system/service/${id}?force=true`, { as: root })
    })
    const body = { aliases: ['gone'] }
    expect(await send('PATCH', `system/service/${own.id}`, { as, key, body })).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("'gone' is already named by 1 other record.") } },
    })
    const rename = { as, key, body: { name: 'mine', aliases: ['own'] } }
    expect((await send('PATCH', `system/service/${own.id}`, rename)).status).toBe(200)
    expect((await send('PATCH', `system/service/${own.id}`, { as: root, body })).status).toBe(200)
  })

  it('travels in packages and as configuration', async () => {
    const instance = await renamed()
    const archive = await exportedPackage(instance, { system: { service: ['sales'] } })
    const records = (await configCalls(instance).exported()).filter(({ name }) => name === 'sales')
    expect(records).toMatchObject([{ values: { aliases: ['crm'] } }])
    const packaged = await testInstance()
    expect(await importedPackage(packaged, archive)).toMatchObject({ status: 201 })
    const applied = await testInstance()
    expect((await configCalls(applied).apply(records)).status).toBe(200)
    for (const { send, root } of [packaged, applied])
      expect((await send('GET', 'crm/_schema?as_list=true', { as: root })).status).toBe(200)
  })
})
