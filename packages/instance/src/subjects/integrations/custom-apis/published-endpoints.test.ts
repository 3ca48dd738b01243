import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root: as, failures } = instance
const { made, api, endpoint, publish } = apiBuilder(instance)
const get = (path: string, more: object = {}) => send('GET', path, { as, ...more })

let composed: number
let shop: number
beforeAll(async () => {
  shop = await made('system/service', {
    name: 'shop',
    label: 'Shop',
    type: 'sqlite',
    is_active: true,
    config: { database: 'published.sqlite' },
  })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'state', type: 'string' },
  ]
  await send('POST', 'shop/_schema', { as, body: { resource: [{ name: 'orders', field }] } })
  const rows = [{ state: 'open' }, { state: 'paid' }]
  await send('POST', 'shop/_table/orders', { as, body: { resource: rows } })
  composed = await api('composed', [shop])
})

it('keep answers apart by the body, too', async () => {
  const step = {
    service: 'shop',
    resource: '_table/orders',
    params: { filter: 'state = {body.state}', fields: 'state' },
  }
  await endpoint(composed, '/kept', [], { execution_plan: { steps: [step], cache: { ttl: 60 } } })
  await publish(composed)
  for (const state of ['open', 'paid']) {
    const headers = { 'x-http-method': 'GET' }
    const { status, body } = await send('POST', 'composed/kept', { as, headers, body: { state } })
    expect([status, body]).toEqual([200, { resource: [{ state }] }])
  }
})

it('are refused while a service that they call is no source, or is gone', async () => {
  await endpoint(composed, '/orders', [{ id: 'o', service: 'shop', resource: '_table/orders' }])
  await publish(composed)
  const { body } = await send<{ resource: [{ id: number }] }>('GET', 'system/custom_api_source', { as })
  expect((await send('DELETE', `system/custom_api_source/${body.resource[0].id}`, { as })).status).toBe(200)
  const refused = await get('composed/orders')
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([503, expect.stringContaining("its step 'o'")])
  await made('system/custom_api_source', { api_id: composed, service_id: shop })
  expect((await get('composed/orders')).status).toBe(200)
  expect((await send('DELETE', `system/service/${shop}?force=true`, { as })).status).toBe(200)
  expect((await get('composed/orders')).status).toBe(503)
  expect(failures).toEqual([])
})
