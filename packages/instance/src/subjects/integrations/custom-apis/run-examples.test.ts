import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root: as, failures } = instance
const { made, api, endpoint } = apiBuilder(instance)
const one = { id: 'o', service: 'shop', resource: '_table/orders/{path.id}' }
const add = {
  id: 'a',
  service: 'shop',
  resource: '_table/orders',
  method: 'POST',
  body: { resource: [{ state: '{body.state}' }] },
}

let composed: number
const publish = async () => {
  const { status, body } = await send<{ error: { message: string } }>('PATCH', `system/custom_api/${composed}`, {
    as,
    body: { publish: true },
  })
  return `${status} ${body.error?.message ?? ''}`
}
const examples = (id: number, listed: unknown) =>
  send('PATCH', `system/custom_api_endpoint/${id}`, {
    as,
    body: { docs: { examples: listed, kept: 'of another maker' } },
  })
const count = async () => (await send<{ resource: [] }>('GET', 'shop/_table/orders', { as })).body.resource.length

beforeAll(async () => {
  const config = { database: 'examples.sqlite' }
  const shop = await made('system/service', { name: 'shop', label: 'Shop', type: 'sqlite', is_active: true, config })
  const files = { type: 'local_file', is_active: true, config: { container: 'examples' } }
  const store = await made('system/service', { name: 'store', label: 'Store', ...files })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'state', type: 'string', length: 10, allow_null: false },
  ]
  await send('POST', 'shop/_schema', { as, body: { resource: [{ name: 'orders', field }] } })
  await send('POST', 'shop/_table/orders', { as, body: { resource: [{ state: 'open' }] } })
  composed = await api('composed', [shop, store])
})

it('of another form are refused when the endpoint is saved', async () => {
  const id = await endpoint(composed, '/orders/{id}', [one])
  const example = { name: 'One', path_params: { id: 1 } }
  const bad = [
    'One',
    [{}],
    [{ name: ' ' }],
    [{ name: 'x'.repeat(81) }],
    [{ ...example, query: [] }],
    [example, example],
    Array(21).fill(example),
  ]
  for (const listed of bad) {
    const { status, body } = await examples(id, listed)
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('docs.examples: ')])
  }
  expect((await examples(id, [example])).status).toBe(200)
  expect(await publish()).toBe('200 ')
})

it('that fail refuse the publication, naming endpoint and example, for drafts that are active', async () => {
  const id = await endpoint(composed, '/other/{id}', [one])
  await examples(id, [
    { name: 'There', path_params: { id: 1 } },
    { name: 'Gone', path_params: { id: 4711 } },
  ])
  expect(await publish()).toMatch(/^422 GET \/other\/\{id\}, example 'Gone': .*4711/)
  const { body } = await send<{ published_revision: number }>('GET', `system/custom_api/${composed}`, { as })
  expect(body.published_revision).toBe(1)
  expect((await send('PATCH', `system/custom_api/${composed}`, { as, body: { publish_revision: 1 } })).status).toBe(200)
  await send('PATCH', `system/custom_api_endpoint/${id}`, { as, body: { is_active: false } })
  expect(await publish()).toBe('200 ')
})

it('that write are rolled back, or refused where that is not possible', async () => {
  const id = await endpoint(composed, '/orders', [add], { method: 'POST' })
  await examples(id, [{ name: 'New', body: { state: 'new' } }])
  expect(await publish()).toBe('200 ')
  await examples(id, [{ name: 'None', body: {} }])
  expect(await publish()).toMatch(/^422 POST \/orders, example 'None': /)
  expect(await count()).toBe(1)
  await examples(id, [])
  const file = { id: 'f', service: 'store', resource: 'a.txt', method: 'DELETE' }
  const apart = await endpoint(composed, '/both', [add, file], { method: 'POST' })
  expect(await publish()).toBe('200 ')
  await examples(apart, [{ name: 'Both', body: { state: 'new' } }])
  expect(await publish()).toBe(
    "422 POST /both, example 'Both': It writes what cannot be rolled back. Step 'f', service: 'store' has no transactions, so it cannot be written to in one.",
  )
  expect(await count()).toBe(1)
  expect(failures).toEqual([])
})
