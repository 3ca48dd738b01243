import { beforeAll, expect, it } from 'vitest'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { programOfAdmin } from '../../../testing/two-step.ts'

const instance = sharedInstance()
const { send, root, make } = instance
type As = NonNullable<Parameters<typeof send>[2]>

const field = [
  { name: 'id', type: 'id' },
  { name: 'tenant', type: 'string', length: 40 },
]
beforeAll(() => send('POST', 'db/_schema', { as: root, body: { resource: [{ name: 'note', field }] } }))
const notes = ['a', 'b'].map((tenant) => ({ tenant }))
let db: number
beforeAll(async () => {
  await send('POST', 'db/_table/note', { as: root, body: { resource: notes } })
  db = await make.serviceId('db')
})

/** A user whose role only shows the notes of their tenant, as options of `send`. */
async function tenant(value = '{tenant}', operator = '=') {
  const filters = [{ name: 'tenant', operator, value }]
  const rule = { service_id: db, component: '_table/note/*', verb_mask: 1, requestor_mask: 3, filters }
  const role = { name: `tenant ${Math.random()}`, is_active: true, role_service_access_by_role_id: [rule] }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/role', {
    as: root,
    body: { resource: [role] },
  })
  const role_id = made.body.resource[0].id
  const app = await make.app({ role_id })
  const user = await make.user({ roles: [{ app_id: app.id, role_id }] })
  return { user, app, role_id, read: () => send('GET', 'db/_table/note?fields=tenant', { as: user, key: app.api_key }) }
}

const give = (path: string, relation: string, value: string, by: As = { as: root }) =>
  send('PATCH', path, { ...by, body: { [relation]: [{ name: 'tenant', value }] } })
const rows = (...tenants: string[]) => ({ status: 200, body: { resource: tenants.map((each) => ({ tenant: each })) } })
const denied = {
  status: 403,
  body: { error: { message: expect.stringContaining("the lookup key 'tenant', which no full administrator has set") } },
}

it.each(['=', '!='])('a row filter with %s and a key that has no value denies access', async (operator) => {
  expect(await (await tenant('{tenant}', operator)).read()).toMatchObject(denied)
  expect(await (await tenant('{trim(tenant)}', operator)).read()).toMatchObject(denied)
})

it('keys by others than full administrators fill no row filter, whoever owns them', async () => {
  const program = await programOfAdmin(instance)
  const users = await restrictedAdmin(instance, ['users'])
  const apps = await restrictedAdmin(instance, ['apps'])
  const config = await restrictedAdmin(instance, ['config'])
  const { user, app, read } = await tenant()
  expect((await give(`system/user/${user.id}`, 'lookup_by_user_id', 'b', users)).status).toBe(200)
  expect(await read()).toMatchObject(denied)
  expect((await give(`system/user/${user.id}`, 'lookup_by_user_id', 'b', program)).status).toBe(200)
  expect(await read()).toMatchObject(denied)
  await give(`system/app/${app.id}`, 'lookup_by_app_id', 'b', apps)
  const common = { resource: [{ name: 'tenant', value: 'b' }] }
  expect((await send('POST', 'system/lookup', { ...config, body: common })).status).toBe(201)
  expect(await read()).toMatchObject(denied)
  await give(`system/user/${user.id}`, 'lookup_by_user_id', 'a')
  expect(await read()).toMatchObject(rows('a'))
  await give(`system/user/${user.id}`, 'lookup_by_user_id', 'b', users)
  expect(await read()).toMatchObject(denied)
})

it('predefined keys fill row filters, as the author of the role named them', async () => {
  const { user, read } = await tenant('{user.email}')
  await send('POST', 'db/_table/note', { as: root, body: { resource: [{ tenant: user.email }] } })
  expect(await read()).toMatchObject(rows(user.email))
})

it('only keys of full administrators, and no names that people choose, become source text of scripts', async () => {
  const program = await programOfAdmin(instance)
  const code = "' + platform.session.user.email + '"
  const sent = { resource: [{ name: 'part', value: code }] }
  expect((await send('POST', 'system/lookup', { ...program, body: sent })).status).toBe(201)
  const content = "return ['{part}', '{user.first_name}', '{user.id}', '{ours}'].join('|')"
  const script = { name: 'parts', label: 'parts', type: 'nodejs', is_active: true, config: { content } }
  await send('POST', 'system/service', { as: root, body: { resource: [script] } })
  await send('POST', 'system/lookup', { as: root, body: { resource: [{ name: 'ours', value: 'fine' }] } })
  const admin = await make.admin({ first_name: code })
  expect((await send('GET', 'parts', { as: admin })).body).toBe(`{part}|{user.first_name}|${admin.id}|fine`)
})
