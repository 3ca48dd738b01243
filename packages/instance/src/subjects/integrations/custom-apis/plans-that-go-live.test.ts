import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { configCalls } from '../../../testing/config-calls.ts'
import { exportedPackage, importedPackage } from '../../../testing/package-calls.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const elsewhere = sharedInstance()
const { send, root: as } = instance
const { made, api, endpoint, publish } = apiBuilder(instance)

const endpoints = 'custom_api_endpoint_by_api_id'
const sources = 'custom_api_source_by_api_id'
const orders = { id: 'o', service: 'shop', resource: '_table/orders' }
const missing = { id: 'm', service: 'shop', resource: '_table/gone' }
const noTable = "Step 'm', resource: there is no table 'gone' in 'shop'."
const drop = (table: string) => send('DELETE', `shop/_schema/${table}`, { as })
const createTable = (name: string) =>
  send('POST', 'shop/_schema', { as, body: { resource: [{ name, field: [{ name: 'id', type: 'id' }] }] } })
const change = async (path: string, body: object) => {
  const { status, body: answer } = await send('PATCH', `system/${path}`, { as, body })
  return `${status} ${JSON.stringify(answer)}`
}

let shop: number
let composed: number
beforeAll(async () => {
  const config = { database: 'live.sqlite' }
  shop = await made('system/service', { name: 'shop', label: 'Shop', type: 'sqlite', is_active: true, config })
  await createTable('orders')
  composed = await api('composed', [shop])
})

it('are checked when a stored endpoint becomes active', async () => {
  const inactive = (path: string, steps: readonly object[]) => endpoint(composed, path, steps, { is_active: false })
  const ids = [await inactive('/gone', [missing]), await inactive('/other', [{ ...orders, service: 'db' }])]
  expect(await change(`custom_api_endpoint/${ids[0]}`, { is_active: true })).toContain(noTable)
  expect(await change(`custom_api_endpoint/${ids[1]}`, { is_active: true })).toContain("'db' is not among the services")
  const many = await send('PATCH', `system/custom_api_endpoint?ids=${ids}`, { as, body: { is_active: true } })
  expect(JSON.stringify(many)).toContain(noTable)
  const listed = { resource: [{ id: ids[0], is_active: true }] }
  expect(JSON.stringify(await send('PATCH', 'system/custom_api_endpoint', { as, body: listed }))).toContain(noTable)
  await createTable('gone')
  expect(await change(`custom_api_endpoint/${ids[0]}`, { is_active: true })).toMatch(/^200/)
})

it('are checked when they are published, anew or again', async () => {
  await publish(composed)
  await drop('gone')
  // What broke by itself does not keep anyone from changing the rest.
  expect(await change(`custom_api/${composed}`, { label: 'Composed' })).toMatch(/^200/)
  expect(await change(`custom_api/${composed}`, { publish: true })).toMatch(/^422.*GET \/gone: Step 'm', resource/)
  expect(await change(`custom_api/${composed}`, { status: 'published' })).toMatch(/^422.*GET \/gone: /)
  expect(await change(`custom_api/${composed}`, { publish_revision: 1 })).toMatch(/^422.*GET \/gone: /)
  expect(await change('custom_api?publish=true', { resource: [{ id: composed }] })).toContain(noTable)
  await createTable('gone')
  expect(await change(`custom_api/${composed}`, { publish_revision: 1 })).toMatch(/^200/)
})

it('are checked when they are written with their API, in whatever order', async () => {
  const steps = (...each: readonly object[]) => [{ method: 'GET', path: '/orders', execution_plan: { steps: each } }]
  const record = { status: 'published', [endpoints]: steps(orders), [sources]: [{ service_id: shop }] }
  expect(await made('system/custom_api', { ...record, name: 'nested' })).toBeGreaterThan(0)
  expect((await send('GET', 'nested/orders', { as })).status).toBe(200)
  await drop('gone')
  const refused = { ...record, name: 'refused', [endpoints]: steps(missing) }
  await expect(made('system/custom_api', refused)).rejects.toThrow(noTable)
  const [{ id }] = (await send<{ resource: [{ id: number }] }>('GET', "system/custom_api?filter=name='nested'", { as }))
    .body.resource
  expect(await change(`custom_api/${id}`, { [endpoints]: [{ ...steps(missing)[0], path: '/more' }] })).toContain(
    noTable,
  )
  expect((await send('GET', "system/custom_api?filter=name='refused'", { as })).body).toMatchObject({ resource: [] })
})

it('are checked when they arrive as configuration or in a package', async () => {
  const { send: to, root } = elsewhere
  const config = { database: 'elsewhere.sqlite' }
  await apiBuilder(elsewhere).made('system/service', {
    name: 'shop',
    label: 'Shop',
    type: 'sqlite',
    is_active: true,
    config,
  })
  const records = (await configCalls(instance).exported()).filter(({ name }) => name === 'nested')
  const applied = await configCalls(elsewhere).apply(records)
  expect(JSON.stringify(applied.body)).toContain("there is no table 'orders' in 'shop'.")
  const archive = await exportedPackage(
    instance,
    { system: { service: ['nested'], custom_api: ['nested'] } },
    'a secret',
  )
  const { body } = await importedPackage(elsewhere, archive, { password: 'a secret' })
  expect(JSON.stringify(body)).toContain("there is no table 'orders' in 'shop'.")
  expect((await to('GET', "system/custom_api?filter=status='published'", { as: root })).body).toMatchObject({
    resource: [],
  })
})

it('are refused with one sentence for a deleted service, a cycle, and endless placeholders', async () => {
  const other = await api('other', [shop])
  await expect(
    made('system/custom_api_source', { api_id: other, service_id: await instance.make.serviceId('composed') }),
  ).resolves.toBeGreaterThan(0)
  const bad: readonly [object, RegExp][] = [
    [
      { ...orders, service: 'composed' },
      /422.*Step 'o', service: 'composed' is a custom API: they cannot call each other\./,
    ],
    [{ ...orders, service: 'other' }, /422.*'other' is a custom API: they cannot call each other\./],
    [{ ...orders, service: 'deleted' }, /422.*there is no service 'deleted'\./],
    [{ ...orders, params: { x: '{query.x}'.repeat(1_100_000) } }, /413|longer than 200000 characters\./],
    [{ ...orders, params: { x: '{query.x}'.repeat(1_001) } }, /422.*has more than 1000 placeholders\./],
  ]
  for (const [step, sentence] of bad) {
    const wrong = endpoint(other, '/bad', [step])
    await expect(wrong).rejects.toThrow(sentence)
    await wrong.catch((error: Error) => expect(error.message.split('"message":').length).toBeLessThanOrEqual(5))
  }
  expect([...instance.failures, ...elsewhere.failures]).toEqual([])
})
