import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root: as, failures } = instance
const { made } = apiBuilder(instance)
const saved = { last_modified_date: expect.any(String), last_modified_by_id: expect.any(Number) }
const read = async (path: string) => (await send<Record<string, unknown>>('GET', path, { as })).body

/** As the console of another server saves it, with members that nothing here reads. */
const definition = {
  name: 'Sales_API',
  base_path: 'sales',
  label: 'Sales',
  description: 'Orders and more',
  version: '2.1.0',
  status: 'draft',
  metadata: { color: 'blue', nested: { list: [1, null, ''] } },
}
const request = { type: 'service_request', service: 'shop', resource: '_table/orders', method: 'GET' }
const ops = [
  { op: 'pick', fields: ['id', 'state', 'total'] },
  { op: 'omit', fields: ['none'] },
  { op: 'rename', map: { total: 'sum' } },
  { op: 'defaults', values: { sum: 0, note: null } },
  { op: 'filter', field: 'sum', cmp: 'gte', value: '{query.least}' },
  { op: 'filter', field: 'state', cmp: 'in', value: ['open', 'paid'] },
  { op: 'sort', by: 'sum', dir: 'desc' },
  { op: 'limit', count: 3 },
  { op: 'wrap', key: 'data' },
  { op: 'unwrap', key: 'data' },
]
const endpoints = [
  {
    method: 'GET',
    path: '/open',
    label: 'Open orders',
    is_active: true,
    execution_plan: {
      builder: { version: 2, table: 'orders' },
      steps: [
        {
          ...request,
          id: 'o',
          params: { filter: "state='{query.state}'", limit: '{query.limit}' },
          ui: { open: true },
        },
        { type: 'transform', output_key: 'l', from: '{steps.o.resource}', ops },
      ],
    },
    response_mapping: { orders: '{steps.l}', filters: { state: '{query.state}' }, fixed: [1, 'two', null] },
    policy: { privileged: false, custom: ['kept'] },
    docs: { summary: 'kept', tags: ['a'] },
  },
  {
    method: 'GET',
    path: '/orders/{id}',
    label: 'One',
    is_active: true,
    execution_plan: {
      steps: [{ service: 'shop', resource: '_table/orders/{path.id}', aliases: { total: 'sum' } }],
    },
    response_mapping: {},
    policy: { privileged: true },
  },
  {
    method: 'POST',
    path: '/orders',
    label: 'Add',
    is_active: true,
    execution_plan: {
      steps: [
        { ...request, method: 'POST', body: { resource: [{ state: '{body.state}', total: '{body.a.b}' }] } },
        { ...request, resource: '_table/orders/{steps.step_0.resource.0.id}', dry_run: 'unknown' },
      ],
    },
    response_mapping: { made: '{steps.step_1}' },
  },
  {
    // Empty objects, as PHP writes them.
    method: 'GET',
    path: '/empty',
    label: '',
    description: '',
    is_active: true,
    execution_plan: { steps: [{ ...request, params: [], aliases: [], body: [] }] },
    response_mapping: [],
    policy: [],
    docs: [],
    request_schema: [],
    response_schema: [],
  },
  {
    method: 'DELETE',
    path: '/draft',
    is_active: false,
    execution_plan: { steps: [{ type: 'query', sql: 'SELECT 1' }] },
    response_mapping: {},
    request_schema: { type: 'object', properties: { never: { type: 'read' } } },
    response_schema: { anything: [true] },
  },
]

let shop: number
beforeAll(async () => {
  const config = { database: 'definitions.sqlite' }
  shop = await made('system/service', { name: 'shop', label: 'Shop', type: 'sqlite', is_active: true, config })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'state', type: 'string', allow_null: true },
    { name: 'total', type: 'integer', allow_null: true },
  ]
  await send('POST', 'shop/_schema', { as, body: { resource: [{ name: 'orders', field }] } })
})

it('are answered as they were saved, and saved again as they were answered', async () => {
  const api_id = await made('api_builder/apis', definition)
  expect(await read(`api_builder/apis/${api_id}`)).toMatchObject(definition)
  const source = await made('api_builder/services', { api_id, service_id: shop })
  const sources = { resource: [{ id: source, api_id, service_id: shop }] }
  expect(await read(`api_builder/services?filter=api_id=${api_id}`)).toEqual(sources)
  for (const each of endpoints) {
    const id = await made('api_builder/endpoints', { api_id, ...each })
    const at = `api_builder/endpoints/${id}`
    const stored = await read(at)
    for (const [name, value] of Object.entries(each)) expect([at, name, stored[name]]).toEqual([at, name, value])
    expect((await send('PUT', at, { as, body: stored })).status).toBe(200)
    expect(await read(at)).toEqual({ ...stored, ...saved })
  }
  const api = await read(`api_builder/apis/${api_id}`)
  expect((await send('PUT', `api_builder/apis/${api_id}`, { as, body: api })).status).toBe(200)
  expect(await read(`api_builder/apis/${api_id}`)).toEqual({ ...api, ...saved })
})

it('are described before they are published, for those who may read their endpoints', async () => {
  type Document = { openapi: string; info: object; paths: Record<string, object>; error?: object }
  const docs = (of: unknown, by: object = { as }) => send<Document>('GET', `api_builder/docs/${of}`, by)
  expect((await docs(4711)).status).toBe(400)
  expect((await docs('none')).status).toBe(404)
  const { resource } = (await read('api_builder/apis?filter=name=Sales_API')) as { resource: [{ id: number }] }
  const [{ id }] = resource
  expect((await docs(id, {})).status).toBe(400)
  expect((await docs(id, await restrictedAdmin(instance, ['users']))).status).toBe(403)
  expect((await send('POST', `api_builder/docs/${id}`, { as, body: {} })).status).toBe(400)
  const { status, body } = await docs(id)
  expect([status, body.info]).toEqual([200, expect.objectContaining({ title: 'Sales', version: '2.1.0' })])
  expect(body.openapi).toMatch(/^3\.0/)
  expect(Object.keys(body.paths)).toEqual(['/open', '/orders/{id}', '/orders', '/empty'])
  expect((await docs(`${id}?openapi=3.1`)).body.openapi).toMatch(/^3\.1/)
  expect((await send('PATCH', `api_builder/apis/${id}`, { as, body: { status: 'published' } })).status).toBe(200)
  expect((await docs(id)).body.paths).toEqual((await send<Document>('GET', 'api_docs/sales', { as })).body.paths)
  expect(await read('sales/empty')).toEqual({ resource: [] })
  expect((await docs('sales')).body).toEqual((await docs(id)).body)
  expect(failures).toEqual([])
})
