import { maskOf, requestorMask } from '@millwright/contract/verbs'
import { beforeAll, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root: as, make, failures } = instance
const made = async (path: string, body: object) => {
  const answer = await send<{ resource: [{ id: number }] }>('POST', path, { as, body: { resource: [body] } })
  expect([path, answer.status, answer.body]).toEqual([path, 201, expect.anything()])
  return answer.body.resource[0].id
}
type Rows = { resource: { id: number; state?: string }[]; error?: { message: string } }
const get = (path: string, who: object = { as }) => send<Rows>('GET', path, who)

let api: number
let service: number
const orders = { id: 'o', service: 'shop', resource: '_table/orders' }
const endpoint = (path: string, execution_plan: object, more: object = {}) => ({
  api_id: api,
  method: 'GET',
  path,
  execution_plan,
  ...more,
})
const publish = () => send('PATCH', `system/custom_api/${api}`, { as, body: { publish: true } })

beforeAll(async () => {
  service = await made('system/service', {
    name: 'shop',
    label: 'Shop',
    type: 'sqlite',
    is_active: true,
    config: { database: 'shop.sqlite' },
  })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'state', type: 'string' },
    { name: 'total', type: 'integer', allow_null: true },
  ]
  await send('POST', 'shop/_schema', { as, body: { resource: [{ name: 'orders', field }] } })
  const rows = ['open', 'open', 'paid', "x' or 'a'='a", '%', 'a,b', ':x', 'O"K', '1 or 1=1'].map((state, index) => ({
    state,
    total: index,
  }))
  await send('POST', 'shop/_table/orders', { as, body: { resource: rows } })
  api = await made('system/custom_api', { name: 'composed' })
  await made('system/custom_api_source', { api_id: api, service_id: service })
})

it('is a 404 until something is published, and lists the paths that roles can name', async () => {
  expect((await get('composed/orders')).status).toBe(404)
  const plan = {
    steps: [
      { ...orders, params: { filter: "state = '{query.state}'", order: 'id' } },
      { id: 'l', type: 'transform', from: '{steps.o.resource}', ops: [{ op: 'pick', fields: ['id'] }] },
    ],
  }
  await made(
    'system/custom_api_endpoint',
    endpoint('/orders/by-state', plan, { response_mapping: { orders: '{steps.l}' } }),
  )
  await made(
    'system/custom_api_endpoint',
    endpoint('/orders/{id}', { steps: [{ ...orders, resource: '_table/orders/{path.id}' }] }),
  )
  expect((await get('composed/orders/1')).status).toBe(404)
  expect((await publish()).status).toBe(200)
  expect((await get('composed/orders/by-state?state=open')).body).toEqual({ orders: [{ id: 1 }, { id: 2 }] })
  expect((await get('composed/orders/3')).body).toMatchObject({ id: 3, state: 'paid' })
  expect((await get('composed/orders/4711')).status).toBe(404)
  expect((await send('POST', 'composed/orders/3', { as, body: {} })).status).toBe(404)
  expect((await get('composed?as_access_list=true')).body.resource).toEqual(['', '*', 'orders/by-state', 'orders/*'])
  expect((await get('api_builder/composed/orders/3')).status).toBe(200)
})

it('binds every value, wherever its placeholder is', async () => {
  const values = [
    "x' or 'a'='a",
    'open" or "a"="a',
    '%',
    ':x',
    'a,b',
    '1 or 1=1',
    "') or 1=1 --",
    '{role.id}',
    'null',
    '\\',
    "'",
  ]
  const found = async (path: string) => (await get(path)).body.resource.map(({ state }) => state)
  await made(
    'system/custom_api_endpoint',
    endpoint('/quoted', { steps: [{ ...orders, params: { filter: "state='{query.s}'" } }] }),
  )
  await made(
    'system/custom_api_endpoint',
    endpoint('/bare', { steps: [{ ...orders, params: { filter: '(state = {query.s}) and (id > 0)' } }] }),
  )
  await made(
    'system/custom_api_endpoint',
    endpoint('/listed', { steps: [{ ...orders, params: { filter: 'state in ({query.s})' } }] }),
  )
  await made('system/custom_api_endpoint', endpoint('/one', { steps: [{ ...orders, params: { ids: '{query.s}' } }] }))
  await publish()
  for (const value of values) {
    const s = encodeURIComponent(value)
    const bound = encodeURIComponent(value)
    const direct = await found(`shop/_table/orders?filter=${encodeURIComponent('state = :s')}&params[s]=${bound}`)
    for (const path of ['quoted', 'bare', 'listed'])
      expect([value, await found(`composed/${path}?s=${s}`)]).toEqual([value, direct])
  }
  expect((await get('composed/one?s=1,2')).status).toBe(400)
  expect((await get(`composed/orders/${encodeURIComponent('1?filter=id>0')}`)).status).toBe(404)
  for (const path of ['..', '%2e%2e', 'a%2Fb', '%5c'])
    expect((await get(`composed/orders/${path}`)).status).not.toBe(200)
  expect((await get('composed/quoted')).body.error?.message).toContain('has no value')
  expect((await get(`composed/quoted?s=${'x'.repeat(1001)}`)).status).toBe(400)
})

it('allows what the caller and the author both may, as a client or as a script', async () => {
  const composed = (await get('system/service?filter=name=composed')).body.resource[0]?.id ?? 0
  await made('system/custom_api_endpoint', endpoint('/all', { steps: [{ ...orders, params: { order: 'id' } }] }))
  await publish()
  const filters = [{ name: 'state', operator: '=', value: 'open' }]
  const rule = { service_id: service, component: '_table/orders/*', verb_mask: maskOf(['GET']), filters }
  const keyFor = async (requestors: readonly number[], ...more: object[]) => {
    const call = { service_id: composed, component: '*', verb_mask: 31, requestor_mask: requestorMask.API }
    const rules = requestors.map((requestor_mask) => ({ ...rule, requestor_mask }))
    const name = `role ${requestors.join()} ${more.length}`
    const access = [call, ...rules, ...more]
    const role_id = await made('system/role', { name, is_active: true, role_service_access_by_role_id: access })
    return { key: (await make.app({ role_id })).api_key }
  }
  const open = [{ id: 1 }, { id: 2 }]
  for (const requestors of [[requestorMask.API], [requestorMask.SCRIPT], [3]]) {
    const caller = await keyFor(requestors)
    expect((await get('composed/all', caller)).body.resource).toMatchObject(open)
    const direct = await get('shop/_table/orders', caller)
    expect(direct.status).toBe(requestors[0] === requestorMask.SCRIPT ? 401 : 200)
  }
  const none = await keyFor([])
  expect((await get('composed/all', none)).status).toBe(401)
  const stranger = { key: (await make.app({ role_id: (await make.role()).id })).api_key }
  expect((await get('composed/all', stranger)).status).toBe(401)
  const { db, changes } = instance.parts.store
  const author = await make.user()
  const asAuthor = { author_id: author.id, author_app_id: null }
  await db.updateTable('published_endpoint').set(asAuthor).where('path', '=', '/all').execute()
  await changes.publish([{ table: 'published_endpoint', ids: 'all' }])
  expect((await get('composed/all')).status).toBe(403)
  expect(failures).toEqual([])
})

it('runs steps for each value, skips others, and tells what was written when one fails', async () => {
  const ids = { id: 'ids', type: 'transform', from: '{body.ids}' }
  const one = {
    id: 'one',
    service: 'shop',
    resource: '_table/orders/{item}',
    each: '{steps.ids}',
    aliases: { total: 'sum' },
  }
  const schema = {
    body: { type: 'object', properties: { ids: { type: 'array', maxItems: 3, items: { type: 'integer' } } } },
  }
  await made(
    'system/custom_api_endpoint',
    endpoint('/each', { steps: [ids, one] }, { method: 'POST', request_schema: schema }),
  )
  const write = {
    id: 'w',
    service: 'shop',
    resource: '_table/orders',
    method: 'POST',
    body: '{body}',
    when: '{query.write}',
  }
  const fails = { id: 'f', service: 'shop', resource: '_table/orders/4711' }
  const any = { body: { type: 'object' } }
  await made(
    'system/custom_api_endpoint',
    endpoint('/write', { steps: [write] }, { method: 'POST', request_schema: any }),
  )
  await made(
    'system/custom_api_endpoint',
    endpoint('/half', { steps: [write, fails] }, { method: 'POST', request_schema: any }),
  )
  await publish()
  const post = (path: string, body: unknown) => send<Record<string, unknown>>('POST', path, { as, body })
  expect((await post('composed/each', { ids: [3, 1] })).body).toMatchObject([{ id: 3, sum: 2 }, { id: 1 }])
  expect((await post('composed/each', { ids: [1, 'x', 3, 4] })).body).toMatchObject({
    error: { context: { request: ['body.ids may have at most 3 values.', 'body.ids.1 must be a whole number.'] } },
  })
  expect((await post('composed/write', { state: 'new' })).body).toBeNull()
  expect((await post('composed/write?write=1', { state: 'new' })).body).toMatchObject({ resource: [{ id: 10 }] })
  await post('composed/write?write=1', { state: 'new', filter: 'id > 0', ids: [1] })
  expect((await get('shop/_table/orders?filter=id=1')).body.resource).toMatchObject([{ state: 'open' }])
  expect((await post('composed/half?write=1', { state: 'half' })).body).toMatchObject({
    error: { code: 404, context: { step: 'f', completed: ['w'] } },
  })
})

it('tries endpoints without writing, with the steps that they took', async () => {
  const test = (body: object, who: object = { as }) =>
    send<Record<string, unknown>>('POST', 'system/custom_api_test', { ...who, body })
  const write = {
    id: 'w',
    service: 'shop',
    resource: '_table/orders',
    method: 'POST',
    body: { resource: [{ state: '{query.s}' }] },
  }
  const tried = endpoint('/tried', { steps: [write] }, { method: 'POST' })
  expect((await test({})).status).toBe(400)
  expect((await test({ endpoint_id: 'x' })).status).toBe(404)
  for (const hostile of [
    { ...tried, execution_plan: '{' },
    { api_id: 'x' },
    { ...tried, request_schema: '[', method: 5 },
  ])
    expect((await test({ endpoint: hostile })).status).toBe(422)
  expect((await test({ endpoint: { ...tried, execution_plan: { steps: [] } } })).status).toBe(422)
  expect((await test({ endpoint: tried, query: { s: 'dry' } })).body).toEqual({
    dry_run: true,
    service: 'shop',
    resource: '_table/orders',
    method: 'POST',
    params: {},
    body: { resource: [{ state: 'dry' }] },
  })
  expect((await test({ endpoint: tried, dry_run: false })).status).toBe(403)
  const wet = await test({ endpoint: tried, dry_run: false, allow_writes: true, trace: true, query: { s: 'wet' } })
  expect(wet.body).toMatchObject({
    ok: true,
    trace: [{ key: 'w', ok: true, rows: 1, preview: '1 row(s)', service: 'shop' }],
  })
  const failed = await test({
    endpoint: { ...tried, method: 'GET', execution_plan: { steps: [{ ...orders, resource: '_table/none' }] } },
    dry_run: false,
    trace: true,
  })
  expect(failed).toMatchObject({
    status: 200,
    body: { ok: false, error: { status_code: 404 }, trace: [{ key: 'o', ok: false }] },
  })
  expect((await test({ endpoint: tried }, {})).status).toBe(400)
})

it('is published at each save by clients that know no revisions', async () => {
  const id = await made('api_builder/endpoints', endpoint('/saved', { steps: [{ ...orders, params: { limit: 1 } }] }))
  expect((await get('composed/saved')).body.resource).toHaveLength(1)
  const plan = { execution_plan: { steps: [{ ...orders, params: { limit: 2 } }] } }
  expect((await send('PUT', `api_builder/endpoints/${id}`, { as, body: plan })).status).toBe(200)
  expect((await get('composed/saved')).body.resource).toHaveLength(2)
  expect((await send('DELETE', `api_builder/endpoints/${id}`, { as })).status).toBe(200)
  expect((await get('composed/saved')).status).toBe(404)
})

it('is described by what was published', async () => {
  const schema = {
    query: { type: 'object', properties: { least: { type: 'integer', default: 1 } }, required: ['least'] },
  }
  const plan = { steps: [{ ...orders, params: { filter: 'total >= {query.least}' } }], page: true, cache: { ttl: 60 } }
  await made(
    'system/custom_api_endpoint',
    endpoint('/described/{id}', plan, { label: 'Large', request_schema: schema }),
  )
  await publish()
  const { body } = await send<{ paths: Record<string, object> }>('GET', 'api_docs/composed', { as })
  const path = Object.keys(body.paths).find((each) => each.endsWith('/described/{id}')) ?? ''
  expect(body.paths[path]).toMatchObject({
    get: {
      summary: 'Large',
      parameters: [
        { name: 'id', in: 'path' },
        { name: 'least', required: true, schema: { type: 'integer' } },
        { name: 'limit', in: 'query' },
        { name: 'offset' },
        { name: 'include_count' },
      ],
    },
  })
  expect(Object.keys(body.paths).some((each) => each.endsWith('/tried'))).toBe(false)
  expect((await get('composed/described/1?least=8&limit=1&include_count=true')).body).toMatchObject({
    resource: [{ id: 9 }],
  })
  await send('PATCH', 'shop/_table/orders/9', { as, body: { total: 0 } })
  expect((await get('composed/described/1?least=8&limit=1&include_count=true')).body.resource).toMatchObject([
    { id: 9, total: 8 },
  ])
  expect((await get('composed/described/1?least=many')).status).toBe(400)
  expect((await get('composed/described/1?other=1')).status).toBe(400)
})
