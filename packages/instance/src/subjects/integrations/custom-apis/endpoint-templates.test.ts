import type { RequestLogEntry } from '@millwright/contract/records/request-log'
import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const usage = { isOn: true, days: [2, 35, 400] as const, slow: 1000 }
const log = { rows: 1000, days: 7, sample: 1, address: 'full', keepsValues: false } as const
const instance = sharedInstance({ config: { usage: { ...usage, log } } })
const { send, root: as, make, failures } = instance
const { made, api, endpoint, publish } = apiBuilder(instance)

let id: number
let writing: number
const get = (path: string, who: object = { as }) => send<{ seen?: unknown }>('GET', path, who)
const orders = { id: 'o', service: 'shop', resource: '_table/orders' }

beforeAll(async () => {
  const shop = await made('system/service', {
    name: 'shop',
    label: 'Shop',
    type: 'sqlite',
    is_active: true,
    config: { database: 'templates.sqlite' },
  })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'state', type: 'string', allow_null: true },
  ]
  await send('POST', 'shop/_schema', { as, body: { resource: [{ name: 'orders', field, history: true }] } })
  await send('POST', 'shop/_table/orders', { as, body: { resource: [{ state: 'open' }] } })
  id = await api('composed', [shop])
  await endpoint(id, '/orders/by-state', [orders])
  await endpoint(id, '/orders/{id}', [{ ...orders, resource: '_table/orders/{path.id}' }])
  const body = { resource: [{ state: '{body.state}' }] }
  writing = await endpoint(id, '/orders', [{ ...orders, method: 'POST', body }], { method: 'POST' })
  await publish(id)
})

it('are the events of an API, for scripts of all values and of one', async () => {
  const { body } = await send<Record<string, Record<string, { type: string }>>>(
    'GET',
    'system/event?service=composed',
    {
      as,
    },
  )
  expect(Object.keys(body.composed ?? {})).toEqual(
    expect.arrayContaining(['composed.orders.by-state', 'composed.orders.{id}']),
  )
  const script = {
    type: 'nodejs',
    is_active: true,
    allow_event_modification: true,
    content: 'event.response.content = { seen: event.resource }',
  }
  const name = 'composed.orders.{id}.get.post_process'
  await made('system/event_script', { ...script, name })
  expect((await get('composed/orders/1')).body).toEqual({ seen: { '{id}': '1' } })
  expect((await get('composed/orders/by-state')).body).toHaveProperty('resource')
  await endpoint(id, '/states/{state}', [orders])
  await publish(id)
  await made('system/event_script', { ...script, name: 'composed.states.open.get.post_process' })
  expect((await get('composed/states/open')).body).toEqual({ seen: { '{state}': 'open' } })
})

it('are the paths by which usage and the log tell endpoints apart, with no value that was sent', async () => {
  await get('composed/orders/by-state')
  await get('composed/orders/1')
  const query = 'system/request_log?filter=service=composed&order=id desc&limit=2'
  const { resource } = (await send<{ resource: RequestLogEntry[] }>('GET', query, { as })).body
  expect(resource.map((entry) => entry.resource)).toEqual(['orders/{id}', 'orders/by-state'])
})

it('name the endpoint in the data history of what it writes', async () => {
  expect((await send('POST', 'composed/orders', { as, body: { state: 'new' } })).status).toBe(200)
  const tried = { endpoint_id: writing, dry_run: false, allow_writes: true, body: { state: 'tried' } }
  expect((await send('POST', 'system/custom_api_test', { as, body: tried })).status).toBe(200)
  await instance.parts.background.idle()
  const { body } = await send<{ resource: { app_name: string | null }[] }>('GET', 'system/data_history?order=id', {
    as,
  })
  const named = 'custom API composed/orders'
  expect(body.resource.map(({ app_name }) => app_name)).toEqual([null, named, named])
})

it('count for limits on an endpoint of the service', async () => {
  const limit = { name: 'few', rate: 1, period: 'hour', is_active: true }
  const service_id = await make.serviceId('composed')
  const scope = { ...limit, type: 'instance.service.endpoint', service_id, endpoint: 'states/*', verb: 'GET' }
  await made('system/limit', scope)
  // Full administrators are not limited.
  const role = await make.role({ access: [{ service_id: null, component: '*', verbs: ['GET'] }] })
  const { api_key: key } = await make.app({ role_id: role.id })
  const statuses = []
  for (const path of ['states/a', 'states/b', 'orders/by-state'])
    statuses.push((await get(`composed/${path}`, { key })).status)
  expect(statuses).toEqual([200, 429, 200])
  expect(failures).toEqual([])
})
