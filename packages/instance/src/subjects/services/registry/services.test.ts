import { describe, expect, test } from 'vitest'
import { sharedInstance, testInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

const { send, root, make } = sharedInstance()

interface List {
  services: { name: string }[]
  service_types: { name: string; group: string; filters_rows?: true }[]
}
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

describe('the list of services', () => {
  test('is read-only', async () => {
    const { status, body } = await send('POST', '', { as: root })
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('POST') } },
    })
  })
  test('rejects unknown fields', async () => {
    const { body } = await send('GET', '?fields=id,secret', { as: root })
    expect(body).toMatchObject({ error: { code: 400, message: 'Unknown fields: secret.' } })
  })
  test('lists no services but all types to an anonymous caller', async () => {
    const { status, body } = await send<List>('GET', '')
    expect(status).toBe(200)
    expect(body.services).toEqual([])
    expect(names(body.service_types)).toContain('sqlite')
    const filtering = body.service_types.filter(({ filters_rows: filters }) => filters === true)
    expect(names(filtering)).toEqual(expect.arrayContaining(['couchdb', 'mongodb', 'sqlite']))
    expect(names(filtering)).not.toContain('local_file')
  })
  test('lists all active services to an administrator, ordered by id', async () => {
    const { name: hidden } = await make.service({ is_active: false })
    const { name: shown } = await make.service()
    const { body } = await send<List>('GET', '', { as: root })
    expect(body.services[0]).toEqual({
      id: expect.any(Number),
      name: 'system',
      label: expect.any(String),
      description: expect.any(String),
      type: 'system',
      spec_url: '/api/v2/system/_spec',
    })
    expect(names(body.services)).toContain(shown)
    expect(names(body.services)).not.toContain(hidden)
  })
  test('can be filtered by groups and types', async () => {
    const files = await send<List>('GET', '?group=source+control,file&fields=name', { as: root })
    expect(files.body.services).toMatchObject([{ name: 'files' }, { name: 'logs' }])
    expect(names(files.body.service_types)).toEqual(expect.arrayContaining(['github', 'local_file']))
    expect(names(files.body.service_types)).not.toContain('sqlite')
    const nothing = await send<List>('GET', '?type=nosuch', { as: root })
    expect(nothing.body).toEqual({ services: [], service_types: [] })
  })
  test('lists the services that the role of the caller has access to', async () => {
    const { id: service_id, name } = await make.service()
    const role = await make.role({ access: [{ service_id, component: 'x', verbs: ['GET'] }] })
    const { api_key } = await make.app({ role_id: role.id })
    const { body } = await send<List>('GET', '?fields=name', { key: api_key })
    expect(body.services).toEqual([{ name }])
  })
})

describe('the root of a service', () => {
  test('rejects writes', async () => {
    const { body } = await send('DELETE', 'system', { as: root })
    expect(body).toMatchObject({ error: { code: 400, message: expect.stringContaining('DELETE') } })
  })
  test('has no other resources than it lists, case-sensitively', async () => {
    const { status, body } = await send('GET', 'system/nope/5', { as: root })
    expect(status).toBe(404)
    expect(body).toMatchObject({ error: { message: "Resource 'nope' not found for service 'system'." } })
    expect(await send('GET', 'system/Environment', { as: root })).toMatchObject({ status: 404 })
  })
  test('lists its resources by name', async () => {
    const { body } = await send<{ resource: { name: string }[] }>('GET', 'system', { as: root })
    expect(body.resource).toContainEqual({ name: 'admin/session' })
    expect(names(body.resource)).toEqual(names(body.resource).toSorted())
  })
  test('lists them as names, in full, and with what the caller may do', async () => {
    const list = await send<{ resource: string[] }>('GET', 'system?as_list=true', { as: root })
    expect(list.body.resource).toContain('admin')
    const full = await send<{ resource: object[] }>('GET', 'system?fields=*&include_access=true', { as: root })
    expect(full.body.resource).toContainEqual({
      name: 'admin/session',
      label: expect.any(String),
      description: expect.any(String),
      singleton: true,
      read_only: false,
      subscription_required: null,
      access: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    })
  })
  test('lists components for access rows', async () => {
    const { body } = await send<{ resource: string[] }>('GET', 'system/?as_access_list=true', { as: root })
    expect(body.resource.slice(0, 2)).toEqual(['', '*'])
    expect(body.resource).toEqual(expect.arrayContaining(['admin/', 'admin/*']))
    expect(body.resource).toContain('admin/session')
    expect(body.resource).not.toContain('admin/session/')
  })
  test('lists components to authorized callers even if the service cannot run', async () => {
    await make.service({ type: 'a_kind_of_the_future', name: 'future' })
    await make.service({ type: 'oracle', name: 'shop' })
    const list = async (service: string) =>
      (await send<{ resource: string[] }>('GET', `${service}/?as_access_list=true`, { as: root })).body.resource
    expect((await send('GET', 'shop?as_access_list=true')).status).toBe(400)
    for (const path of ['shop', 'shop/_table', 'shop/_table?as_access_list=true']) {
      expect((await send('GET', path, { as: root })).status).toBe(503)
    }
    expect(await list('shop')).toEqual(['', '*', '_schema/', '_schema/*', '_table/', '_table/*'])
    for (const service of ['email', 'future']) expect(await list(service)).toEqual(['', '*'])
  })
  test('lists to others what their role permits, and public resources', async () => {
    const service_id = await make.serviceId('system')
    const access = [
      { service_id, component: '', verbs: ['GET'] },
      { service_id, component: 'role/*', verbs: ['GET', 'POST'] },
    ] as const
    const role = await make.role({ access })
    const { id: app_id, api_key } = await make.app()
    const user = await make.user({ roles: [{ app_id, role_id: role.id }] })
    const { body } = await send<{ resource: { name: string; access: string[] }[] }>(
      'GET',
      'system?include_access=true',
      {
        as: user,
        key: api_key,
      },
    )
    expect(names(body.resource)).toEqual([
      'access_request',
      'admin/profile',
      'admin/session',
      'data_view',
      'environment',
      'role',
    ])
    expect(body.resource.at(-1)).toEqual({ name: 'role', access: ['GET', 'POST'] })
  })
  test('of the user service lists self-service resources', async () => {
    const { body } = await send<{ resource: string[] }>('GET', 'user?as_list=true', { as: root })
    expect(body.resource).toEqual(expect.arrayContaining(['password', 'profile', 'session']))
  })
})

test.each(engines)('a service that is deactivated or deleted on %s is so at once', async (engine) => {
  const instance = await testInstance({ engine })
  const { id } = await instance.make.service({ type: 'user', name: 'other' })
  const ask = async () => (await instance.send('GET', 'other', { as: instance.root })).status
  const change = async (work: () => Promise<unknown>) => {
    await work()
    await instance.parts.store.changes.publish([{ table: 'service', ids: [id] }])
  }
  const { db } = instance.parts.store
  expect(await ask()).toBe(200)
  await change(() => db.updateTable('service').set({ is_active: 0 }).where('id', '=', id).execute())
  expect(await ask()).toBe(403)
  await change(() => db.deleteFrom('service').where('id', '=', id).execute())
  expect(await ask()).toBe(404)
})
