import { requestorMask } from '@millwright/contract/verbs'
import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { mcpSender } from '../../../testing/mcp/mcp-client.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root, make, failures } = instance
const as = { as: root }
const { made, api, endpoint, publish } = apiBuilder(instance)
const { tools, call } = mcpSender(send, 'assistant')
const names = async (options: object = as) =>
  (await tools(options)).map(({ name }) => name).filter((name) => name.startsWith('my_orders_'))

let assistant: number
let shop: number
let id: number
const choose = (config: object) => send('PATCH', `system/service/${assistant}`, { ...as, body: { config } })
const rows = async () => (await send<{ resource: object[] }>('GET', 'shop/_table/orders?order=id', as)).body.resource

beforeAll(async () => {
  shop = await made('system/service', {
    name: 'shop',
    label: 'Shop',
    type: 'sqlite',
    is_active: true,
    config: { database: 'tools.sqlite' },
  })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'state', type: 'string', allow_null: true },
  ]
  await send('POST', 'shop/_schema', { ...as, body: { resource: [{ name: 'orders', field }] } })
  await send('POST', 'shop/_table/orders', { ...as, body: { resource: [{ state: 'open' }, { state: 'paid' }] } })
  id = await api('my-orders', [shop])
  const orders = { service: 'shop', resource: '_table/orders' }
  const state = { type: 'string', enum: ['open', 'paid'], description: 'What became of it.' }
  const request_schema = { query: { type: 'object', properties: { state }, required: ['state'] } }
  const filter = 'state = {query.state}'
  await endpoint(id, '/orders', [{ ...orders, params: { filter } }], { label: 'Orders by state', request_schema })
  await endpoint(id, '/orders/{id}', [{ ...orders, resource: '_table/orders/{path.id}' }])
  const record = { state: '{body.state}', id: '{header.x-id}' }
  await endpoint(id, '/orders', [{ ...orders, method: 'POST', body: { resource: [record] } }], { method: 'POST' })
  await endpoint(id, '/touch', [{ ...orders, method: 'PATCH', params: { ids: '1' }, body: { state: 'touched' } }])
  await endpoint(id, '/purge', [{ ...orders, method: 'DELETE', params: { ids: '2' } }], { method: 'POST' })
  assistant = await made('system/service', {
    name: 'assistant',
    label: 'Assistant',
    type: 'mcp',
    is_active: true,
    config: {
      exposed_services: ['my-orders'],
      allow_session_auth: true,
      allow_api_key_auth: true,
      require_role_access: false,
      confirm_writes: 'off',
    },
  })
})

it('are those that were published and only read, unless writing is allowed', async () => {
  expect(await names()).toEqual([])
  await publish(id)
  expect(await names()).toEqual(['my_orders_getOrders', 'my_orders_getOrdersId'])
  await choose({ allow_writes: true })
  expect(await names()).toEqual([
    'my_orders_getOrders',
    'my_orders_postOrders',
    'my_orders_getOrdersId',
    'my_orders_getTouch',
  ])
  await choose({ allow_writes: true, allow_deletes: true, disabled_tools: ['my_orders_getTouch'] })
  expect(await names()).toEqual([
    'my_orders_getOrders',
    'my_orders_postOrders',
    'my_orders_getOrdersId',
    'my_orders_postPurge',
  ])
})

it('take the arguments of their schemas, and refuse others', async () => {
  const [list] = (await tools(as)).filter(({ name }) => name === 'my_orders_getOrders')
  expect(list).toMatchObject({
    title: 'Orders by state',
    inputSchema: {
      properties: { state: { type: 'string', enum: ['open', 'paid'], description: 'What became of it.' } },
      required: ['state'],
    },
  })
  expect((await call('my_orders_getOrders', {}, as)).text).toContain("The argument 'state' is missing.")
  expect((await call('my_orders_getOrders', { state: 'lost' }, as)).text).toContain('must be one of open, paid')
  expect((await call('my_orders_getOrdersId', { id: '1/x' }, as)).text).toContain('without slashes')
  expect((await call('my_orders_getOrders', { state: 'open' }, as)).value).toEqual({
    result: { resource: [{ id: 1, state: 'open' }] },
  })
  expect((await call('my_orders_getOrdersId', { id: '2' }, as)).value).toEqual({ result: { id: 2, state: 'paid' } })
  await call('my_orders_postOrders', { state: 'new', 'x-id': '7' }, as)
  expect(await rows()).toContainEqual({ id: 7, state: 'new' })
})

it('never write where only reading is allowed, whatever their method', async () => {
  const own = { name: 'touch', description: 'Touches.', tool_type: 'api', http_method: 'GET', parameters: [] }
  const custom_tools = [{ ...own, enabled: true, url: '/api/v2/my-orders/touch' }]
  expect((await choose({ allow_writes: false, enabled_tools: ['my_orders_getTouch'], custom_tools })).status).toBe(200)
  expect((await call('my_orders_getTouch', {}, as)).text).toContain('There is no tool')
  expect((await call('touch', {}, as)).text).toContain('Only what reads is allowed here.')
  expect(await rows()).toContainEqual({ id: 1, state: 'open' })
})

it('are those that the role may call, whose steps then run with its rights for scripts', async () => {
  await choose({ allow_writes: true })
  const composed = await make.serviceId('my-orders')
  const role = await made('system/role', {
    name: 'reader',
    is_active: true,
    role_service_access_by_role_id: [
      { service_id: composed, component: 'orders/*', verb_mask: 1, requestor_mask: requestorMask.API },
      {
        service_id: shop,
        component: '_table/orders/*',
        verb_mask: 1,
        requestor_mask: requestorMask.SCRIPT,
        filters: [{ name: 'state', operator: '=', value: 'open' }],
      },
    ],
  })
  const { api_key: key } = await make.app({ role_id: role })
  expect(await names({ key })).toEqual(['my_orders_getOrders', 'my_orders_getOrdersId'])
  expect((await call('my_orders_getOrdersId', { id: '1' }, { key })).value).toMatchObject({ result: { id: 1 } })
  expect((await call('my_orders_getOrdersId', { id: '2' }, { key })).text).toContain('Resource')
  expect((await call('my_orders_postOrders', { state: 'new' }, { key })).text).toContain('There is no tool')
  expect(failures).toEqual([])
})
