import type { CustomApiTrial } from '@millwright/contract/records/custom-api'
import { maskOf, requestorMask } from '@millwright/contract/verbs'
import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import type { SendOptions } from '../../../testing/send.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root, make, failures } = instance
const { made, api, endpoint } = apiBuilder(instance)

type Answer = CustomApiTrial & { result: unknown; error: { message: string; status_code: number } }
const test = (body: object, by: SendOptions = { as: root }) =>
  send<Answer>('POST', 'system/custom_api_test', { ...by, body: { trace: true, ...body } })
const refusal = async (body: object, by?: SendOptions) => {
  const { status, body: answer } = await test(body, by)
  return `${status} ${answer.error?.message}`
}
const orders = { id: 'o', service: 'shop', resource: '_table/orders', params: { order: 'id', fields: 'id' } }
const add = {
  id: 'a',
  service: 'shop',
  resource: '_table/orders',
  method: 'POST',
  body: { resource: [{ state: 'new' }] },
}
const count = async () =>
  (await send<{ resource: [] }>('GET', 'shop/_table/orders?refresh=true', { as: root })).body.resource.length

let composed: number
let shop: number
const draft = (steps: readonly object[], more: object = {}) => ({
  endpoint: { api_id: composed, method: 'POST', path: '/orders/{id}', execution_plan: { steps }, ...more },
})

beforeAll(async () => {
  const config = { database: 'tried.sqlite', cache_enabled: true, cache_ttl: 3600 }
  shop = await made('system/service', { name: 'shop', label: 'Shop', type: 'sqlite', is_active: true, config })
  const files = { type: 'local_file', is_active: true, config: { container: 'tried' } }
  const store = await made('system/service', { name: 'store', label: 'Store', ...files })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'state', type: 'string' },
  ]
  await send('POST', 'shop/_schema', { as: root, body: { resource: [{ name: 'orders', field }] } })
  const resource = ['open', 'paid', 'open'].map((state) => ({ state }))
  await send('POST', 'shop/_table/orders', { as: root, body: { resource } })
  composed = await api('composed', [shop, store])
})

it('writes only with allow_writes, or within a transaction that is rolled back', async () => {
  const refused = await test({ ...draft([add]), dry_run: false })
  expect([refused.body.ok, refused.body.error.status_code]).toEqual([false, 403])
  expect(refused.body.error.message).toContain("This step writes to 'shop'.")
  const procedure = await test({ ...draft([{ service: 'shop', resource: '_proc/x' }]), dry_run: false })
  expect(procedure.body.error.message).toContain('This step writes to')
  expect((await test({ ...draft([add]), rollback: true, dry_run: true })).body).toMatchObject({ dry_run: true })
  expect(await count()).toBe(3)
  const { body } = await test({ ...draft([add, orders]), rollback: true })
  expect(body).toMatchObject({ ok: true, dry_run: false, trace: [{ key: 'a' }, { key: 'o', rows: 4 }] })
  expect(
    (await test({ ...draft([add, add].map((step, id) => ({ ...step, id: `s${id}` }))), rollback: true })).body.ok,
  ).toBe(true)
  expect(await count()).toBe(3)
  expect((await test({ ...draft([add]), dry_run: false, allow_writes: true })).body.ok).toBe(true)
  expect(await count()).toBe(4)
})

it('refuses a rollback where a transaction is not possible, naming the step', async () => {
  const file = { id: 'f', service: 'store', resource: 'x.txt', method: 'DELETE' }
  expect(await refusal({ ...draft([add, file]), rollback: true })).toBe(
    "422 A rollback is not possible. Step 'f', service: 'store' has no transactions, so it cannot be written to in one.",
  )
  expect((await test({ ...draft([orders, { service: 'store' }]), rollback: true })).body.ok).toBe(true)
})

it('is made as someone else by full administrators only', async () => {
  const access = await Promise.all(
    ['system', 'shop'].map(async (name) => ({
      service_id: await make.serviceId(name),
      component: '*',
      verbs: ['GET', 'POST'] as const,
    })),
  )
  const { id } = await make.role({ access })
  const { id: app_id, api_key: key } = await make.app({ role_id: id })
  const restricted = { as: await make.user({ roles: [{ app_id, role_id: id }] }), key }
  const read = { ...draft([orders]), dry_run: false }
  expect((await test(read, restricted)).body).toMatchObject({ ok: true })
  expect(await refusal({ ...read, as: { role_id: id } }, restricted)).toMatch(/^403 Only full administrators/)
  const { user } = await make.user({ roles: [] }).then((person) => ({ user: person.id }))
  for (const as of [{}, { role_id: 'x' }, { role_id: id, user_id: user }, { name: 'x' }, 'somebody', { user_id: -1 }])
    expect(await refusal({ ...read, as }), JSON.stringify(as)).toMatch(/^400 as must have/)
  for (const as of [{ role_id: 4711 }, { user_id: 4711 }, { app_id: 4711 }])
    expect(await refusal({ ...read, as }), JSON.stringify(as)).toMatch(/^404 There is no/)
  expect((await test({ ...read, as: { user_id: user } })).body).toMatchObject({
    ok: false,
    error: { status_code: 400 },
    trace: [],
  })
  const writing = { ...draft([add]), dry_run: false, allow_writes: true, as: { role_id: id } }
  expect(await refusal(writing)).toBe('400 As someone else, writes are only possible with rollback.')
})

it('runs with the rights of whom it is made as, and says them', async () => {
  const service_id = await make.serviceId('composed')
  const filters = [{ name: 'state', operator: '=', value: 'open' }]
  const role_id = await made('system/role', {
    name: 'Slice',
    is_active: true,
    role_service_access_by_role_id: [
      { service_id, component: 'orders/*', verb_mask: maskOf(['POST']), requestor_mask: requestorMask.API },
      { service_id: shop, component: '_table/orders/*', verb_mask: 1, requestor_mask: requestorMask.SCRIPT, filters },
    ],
  })
  const app = await make.app({ role_id })
  const person = await make.user({ roles: [{ app_id: app.id, role_id }] })
  const stored = await endpoint(composed, '/orders/{id}', [orders], { method: 'POST' })
  const call = { endpoint_id: stored, path_params: { id: 1 }, dry_run: false }
  const rights = {
    requestor: 'SCRIPT',
    caller: { sysadmin: false, role: 'Slice' },
    author: { sysadmin: true, role: null },
  }
  for (const as of [{ role_id }, { app_id: app.id }, { app_id: app.id, user_id: person.id }]) {
    const { body } = await test({ ...call, as })
    expect(body).toMatchObject({ ok: true, result: { resource: [{ id: 1 }, { id: 3 }] }, trace: [{ rights }] })
  }
  expect((await test(call)).body.trace[0]?.rights).toMatchObject({ caller: { sysadmin: true, role: null } })
  const written = { ...draft([add]), as: { role_id }, path_params: { id: 1 }, rollback: true }
  expect((await test(written)).body).toMatchObject({
    ok: false,
    error: { status_code: 401 },
    trace: [{ ok: false, cached: false, rights: { requestor: 'SCRIPT' } }],
  })
  const elsewhere = { ...draft([orders], { path: '/elsewhere' }), as: { role_id }, dry_run: false }
  expect((await test(elsewhere)).body).toMatchObject({ ok: false, error: { status_code: 401 }, trace: [] })
  expect(await refusal({ ...elsewhere, trace: false })).toMatch(/^403 /)
})

it('traces what each step did, without secrets', async () => {
  const skipped = { ...orders, id: 's', when: '{query.none}' }
  const steps = [orders, skipped, { ...orders, id: 'e', each: '{steps.o.resource}' }]
  const first = (await test({ ...draft(steps), dry_run: false })).body
  expect(first.trace).toMatchObject([
    { key: 'o', rows: 4, bytes: 50, skipped: false },
    { key: 's', bytes: 0, cached: false, skipped: true, rights: null },
    { key: 'e', rows: 16, cached: true },
  ])
  expect((await test({ ...draft(steps), dry_run: false })).body.trace[0]).toMatchObject({
    cached: true,
    skipped: false,
  })
  const secret = {
    ...add,
    params: { token: 'sesame' },
    body: { resource: [{ state: 'x', password: '{body.password}' }] },
  }
  const dry = await test({ ...draft([secret]), body: { password: 'hidden word' } })
  expect(dry.body).toMatchObject({ ok: true, result: { params: { token: '**********' }, service: 'shop' } })
  expect(JSON.stringify(dry.body)).not.toMatch(/sesame|hidden word/)
  expect(failures).toEqual([])
})
