import { beforeAll, describe, expect, it } from 'vitest'
import { exportedPackage, importedPackage, packageContents } from '../../../testing/package-calls.ts'
import { sharedInstance, type TestInstance } from '../../../testing/test-instance.ts'
import { setPolicy } from '../../../testing/two-step.ts'
import { zipOf } from '../../../testing/zip.ts'

const from = sharedInstance()
const to = sharedInstance({ engine: 'postgres' })

const post = (instance: TestInstance, resource: string, record: object) =>
  instance.send<{ resource: [{ id: number }] }>('POST', resource, { as: instance.root, body: { resource: [record] } })
const count = async (instance: TestInstance, resource: string) =>
  (await instance.send('GET', `system/${resource}?count_only=true`, { as: instance.root })).body

const made = async (resource: string, record: object) => {
  const { status, body } = await post(from, `system/${resource}`, record)
  expect(status).toBe(201)
  return body.resource[0].id
}

let shop: number
let clerk: number
let app: number
let ann: number
beforeAll(async () => {
  await made('cors', { path: 'before', origin: '*' })
  shop = await made('service', {
    name: 'shop',
    type: 'sqlite',
    is_active: true,
    config: { database: 'shop.sqlite' },
    service_doc_by_service_id: { format: 0, content: '{"openapi":"3.0.0"}' },
  })
  clerk = await made('role', {
    name: 'clerk',
    is_active: true,
    role_service_access_by_role_id: [{ service_id: shop, component: '_table/*', verb_mask: 1, requestor_mask: 1 }],
    lookup_by_role_id: [{ name: 'limit', value: '5' }],
  })
  app = await made('app', { name: 'till', type: 0, is_active: true, role_id: clerk })
  ann = await made('user', {
    email: 'ann@example.test',
    is_active: true,
    password: 'a long password',
    user_to_app_to_role_by_user_id: [{ app_id: app, role_id: clerk }],
  })
  await made('limit', {
    name: 'calm',
    type: 'instance.user.service',
    rate: 5,
    period: 'hour',
    user_id: ann,
    service_id: shop,
  })
  await made('scheduler', {
    name: 'nightly',
    service_id: shop,
    component: '_table/items',
    frequency: 60,
    app_id: app,
    user_id: ann,
  })
})
const script = { type: 'nodejs', content: 'return 1', is_active: true }
beforeAll(async () => {
  await post(from, 'system/event_script/shop._table.items.get.pre_process', script)
  await made('lookup', { name: 'pin', value: 'hidden value', private: true })
})
const schema = [
  {
    name: 'makers',
    field: [
      { name: 'id', type: 'id' },
      { name: 'name', type: 'string', length: 40 },
    ],
  },
  {
    name: 'items',
    field: [
      { name: 'id', type: 'id' },
      { name: 'maker_id', type: 'reference', ref_table: 'makers', ref_field: 'id' },
      { name: 'price', type: 'decimal', precision: 10, scale: 2 },
    ],
  },
]
beforeAll(async () => {
  expect(await from.send('POST', 'shop/_schema', { as: from.root, body: { resource: schema } })).toMatchObject({
    status: 200,
  })
  await post(from, 'shop/_table/makers', { name: 'Ada & Söhne' })
  await post(from, 'shop/_table/items', { maker_id: 1, price: '12.50' })
})

const everything = {
  system: {
    service: ['shop'],
    role: ['clerk'],
    app: ['till'],
    user: [{ email: 'ann@example.test' }],
    lookup: ['pin'],
    cors: ['before'],
    limit: ['calm'],
    scheduler: ['nightly'],
    event_script: ['shop._table.items.get.pre_process'],
  },
  shop: { _schema: ['items', 'makers'], _table: ['makers', 'items'] },
}

describe('an export', () => {
  it.each<[string, number, object]>([
    ['of nothing', 400, { service: {} }],
    ['of what there is not', 400, { service: { system: { role: ['nobody'] } } }],
    ['of a type that there is not', 400, { service: { system: { nothing: ['x'] } } }],
    ['of a table that there is not', 404, { service: { shop: { _schema: ['nothing'] } } }],
    ['with a short password', 400, { secured: true, password: 'short', service: everything }],
    ['to a folder that leads out', 400, { storage: { name: 'files', folder: '../x' }, service: everything }],
    ['to a service that keeps no files', 400, { storage: 'db', service: everything }],
    ['to a service that is not there', 400, { storage: 'nowhere', service: everything }],
  ])('is rejected %s', async (_, status, body) => {
    expect((await from.send('POST', 'system/package', { as: from.root, body })).status).toBe(status)
  })

  it('lists what can be exported', async () => {
    const { body } = await from.send('GET', 'system/package', { as: from.root })
    expect(body).toMatchObject({
      version: '0.1',
      service: {
        system: { role: ['clerk'], user: [{ email: 'ann@example.test' }], cors: ['before'] },
        shop: { reachable: true, _schema: expect.arrayContaining(['items', 'makers']) },
      },
    })
  })

  it('omits hidden values without a password', async () => {
    const files = await packageContents(await exportedPackage(from, everything))
    expect(JSON.stringify(files)).not.toContain('hidden value')
    expect(Object.keys(files)).toContain('system/role.json')
  })

  it('omits hidden values and hashes of passwords for an app password', async () => {
    await setPolicy(from, 'allowed')
    const body = { current_password: from.root.password, name: 'program' }
    const path = 'user/two_step/app_password'
    const { password } = (await from.send<{ password: string }>('POST', path, { as: from.root, body })).body
    const program = await from.signIn({ email: from.root.email, password })
    const archive = await exportedPackage(from, everything, 'secret one', program)
    const files = JSON.stringify(await packageContents(archive, 'secret one'))
    expect(files).toContain('ann@example.test')
    expect(files).not.toMatch(/hidden value|argon2/)
    expect(
      JSON.stringify(await packageContents(await exportedPackage(from, everything, 'secret one'), 'secret one')),
    ).toMatch(/argon2/)
  })
})

describe('an import', () => {
  const head = (service: object) => ({ 'package.json': { version: '0.1', service } })

  it.each<[string, () => Promise<{ status: number }>]>([
    ['of no archive', async () => importedPackage(to, new Uint8Array([1, 2]))],
    ['of another name', async () => importedPackage(to, await exportedPackage(from, everything), {}, '', 'a.txt')],
    ['without a head', async () => importedPackage(to, await zipOf({ 'a.json': {} }))],
    ['that lacks what it announces', async () => importedPackage(to, await zipOf(head({ system: { role: ['x'] } })))],
    [
      'whose records have no name',
      async () => importedPackage(to, await zipOf({ ...head({ system: { role: ['x'] } }), 'system/role.json': [{}] })),
    ],
    ['that leads out', async () => importedPackage(to, await zipOf({ ...head({}), '../a': 'x' }))],
    [
      'with another password',
      async () => importedPackage(to, await exportedPackage(from, everything, 'secret one'), { password: 'other' }),
    ],
    ['without the password', async () => importedPackage(to, await exportedPackage(from, everything, 'secret one'))],
  ])('is rejected %s', async (_, attempt) => {
    expect((await attempt()).status).toBe(400)
  })

  it('is rejected as a whole if one of its records is', async () => {
    const bad = await zipOf({
      ...head({ system: { role: ['fine'], cors: ['^('] } }),
      'system/role.json': [{ id: 1, name: 'fine' }],
      'system/cors.json': [{ id: 1, path: '^(', origin: '*' }],
    })
    expect(await importedPackage(to, bad)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('cors ^(') } },
    })
    expect(await count(to, 'role')).toBe(0)
  })

  it('undoes services and tables if their records are rejected', async () => {
    const bad = await zipOf({
      ...head({ system: { service: ['mill'] }, mill: { _schema: ['grain'], _table: ['grain'] } }),
      'system/service.json': [
        { id: 1, name: 'mill', type: 'sqlite', is_active: true, config: { database: 'mill.sqlite' } },
      ],
      'mill/_schema.json': [{ name: 'grain', field: [{ name: 'id', type: 'id' }] }],
      'mill/_table.json': [{ name: 'grain', record: [{ nonsense: 1, id: 'x' }] }],
    })
    expect((await importedPackage(to, bad)).status).toBe(400)
    expect((await to.send('GET', 'mill/_schema', { as: to.root })).status).toBe(404)
  })

  it('omits access rows that would apply to another service', async () => {
    const foreign = await zipOf({
      ...head({ system: { role: ['guest'] } }),
      'system/role.json': [
        { id: 4, name: 'guest', role_service_access_by_role_id: [{ service_id: 77, verb_mask: 31 }] },
      ],
    })
    const { status, body } = await importedPackage(to, foreign)
    expect([status, body.log.warning]).toEqual([201, [expect.stringContaining('service 77')]])
    const { body: guest } = await to.send(
      'GET',
      'system/role?filter=name="guest"&related=role_service_access_by_role_id',
      { as: to.root },
    )
    expect(guest).toMatchObject({ resource: [{ role_service_access_by_role_id: [] }] })
  })

  it('omits limits and tasks that would apply to others', async () => {
    const task = { id: 1, name: 'as somebody', service_id: 2, user_id: 3, app_id: 4, is_active: true }
    const foreign = await zipOf({
      ...head({ system: { scheduler: ['as somebody'], limit: ['on somebody'] } }),
      'system/scheduler.json': [task],
      'system/limit.json': [{ id: 1, name: 'on somebody', type: 'instance.user', rate: 1, period: 'day', user_id: 9 }],
    })
    const { status, body } = await importedPackage(to, foreign)
    expect([status, body.success, await count(to, 'scheduler'), await count(to, 'limit')]).toEqual([200, false, 0, 0])
    expect(body.log.warning).toEqual(expect.arrayContaining(['limit on somebody is skipped.']))
  })

  it('is planned first, makes another instance equal, and finds nothing to do the second time', async () => {
    const archive = await exportedPackage(from, everything, 'secret one')
    const secret = { password: 'secret one' }
    const plan = await importedPackage(to, archive, secret, '?plan=true')
    expect(plan).toMatchObject({
      status: 200,
      body: {
        items: expect.arrayContaining([
          expect.objectContaining({ type: 'system/role', name: 'clerk', action: 'create' }),
        ]),
      },
    })
    expect((await to.send('GET', 'shop/_schema', { as: to.root })).status).toBe(404)

    expect(await importedPackage(to, archive, secret)).toMatchObject({
      status: 201,
      body: { success: true, log: { warning: [] } },
    })
    const related = 'related=service_by_service_id,user_by_user_id'
    const reached = [{ service_by_service_id: { name: 'shop' }, user_by_user_id: { email: 'ann@example.test' } }]
    for (const type of ['limit', 'scheduler']) {
      const { body } = await to.send('GET', `system/${type}?${related}`, { as: to.root })
      expect(body).toMatchObject({ resource: reached })
    }
    const session = { email: 'ann@example.test', password: 'a long password' }
    expect((await to.send('POST', 'user/session', { body: session })).status).toBe(200)
    const before = archive
    const after = await exportedPackage(to, everything, 'secret one')
    expect(await packageContents(after, 'secret one')).toEqual(await packageContents(before, 'secret one'))

    const again = await importedPackage(to, archive, secret)
    expect([again.status, again.body.success]).toEqual([200, false])
    expect(again.body.log.notice).toContain('Ignored duplicate found for system/role with name clerk')
  })

  it('changes existing records on request, and plans report the differences', async () => {
    const { body } = await to.send<{ resource: [{ id: number }] }>('GET', 'system/role?filter=name="clerk"', {
      as: to.root,
    })
    const { id } = body.resource[0]
    await to.send('PATCH', `system/role/${id}`, { as: to.root, body: { description: 'changed' } })
    const archive = await exportedPackage(from, { system: { role: ['clerk'] } })
    const plan = await importedPackage(to, archive, {}, '?plan=true&overwrite=true')
    expect(plan.body).toMatchObject({
      items: [{ name: 'clerk', action: 'change', differences: [{ field: 'description', from: 'changed', to: null }] }],
    })
    expect((await importedPackage(to, archive, {}, '?overwrite=true')).body.log.notice).toEqual([
      'Overwrote duplicate found for system/role with name clerk',
    ])
    const related = 'related=role_service_access_by_role_id,lookup_by_role_id'
    const { body: role } = await to.send<Record<string, unknown[]>>('GET', `system/role/${id}?${related}`, {
      as: to.root,
    })
    expect(role).toMatchObject({ description: null, lookup_by_role_id: [{ name: 'limit', value: '5' }] })
    expect(role.role_service_access_by_role_id).toHaveLength(1)
  })

  it('requires permission', async () => {
    const user = await to.make.user()
    expect((await to.send('GET', 'system/package', { as: user })).status).toBeGreaterThanOrEqual(400)
    expect((await to.send('POST', 'system/package', { as: user, body: {} })).status).toBeGreaterThanOrEqual(400)
  })
})
