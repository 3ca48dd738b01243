import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root: as, make, failures } = instance
const { made, api, endpoint, publish } = apiBuilder(instance)

interface Described {
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: object }[]
  readonly requestBody?: { content: { 'application/json': { schema: object } } }
  readonly responses: Record<string, { content?: { 'application/json': { schema: object } } }>
  readonly deprecated?: boolean
}
interface Document {
  readonly info: { version: string }
  readonly security: readonly object[]
  readonly paths: Record<string, Record<string, Described>>
}

let composed: number
const document = async () => (await send<Document>('GET', 'composed/_spec?openapi=3.1', { as })).body
const described = async (path: string, verb = 'get'): Promise<Described> => {
  const found = (await document()).paths[path]?.[verb]
  if (found === undefined) throw new Error(`${verb} ${path} is not described.`)
  return found
}
const answer = async (path: string, verb = 'get') =>
  (await described(path, verb)).responses[200]?.content?.['application/json'].schema

const record = { type: 'object', properties: { id: { type: 'integer' }, state: { type: ['string', 'null'] } } }
const list = (items: object) => ({ type: 'array', items })

beforeAll(async () => {
  const shop = await made('system/service', {
    name: 'shop',
    label: 'Shop',
    type: 'sqlite',
    is_active: true,
    config: { database: 'described.sqlite' },
  })
  const orders = [
    { name: 'id', type: 'id' },
    { name: 'state', type: 'string', allow_null: true },
    { name: 'total', type: 'integer', allow_null: true },
  ]
  await send('POST', 'shop/_schema', { as, body: { resource: [{ name: 'orders', field: orders }] } })
  composed = await api('composed', [shop])
})

it('answer what the author may not read as anything', async () => {
  const services = [await make.serviceId('system'), await make.serviceId('composed')]
  const role = await make.role({
    access: services.map((service_id) => ({ service_id, component: '*', verbs: ['GET', 'POST', 'PATCH'] })),
  })
  const app = await make.app()
  const author = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
  const steps = [{ service: 'shop', resource: '_table/orders' }]
  await endpoint(composed, '/hidden', steps, {}, { as: author, key: app.api_key })
  await publish(composed)
  expect(await answer('/hidden')).toEqual({})
})

it('answer records with the chosen columns, and what transforms make of them', async () => {
  const fields = 'id,state'
  const read = { id: 'o', service: 'shop', resource: '_table/orders', params: { fields } }
  await endpoint(composed, '/listed', [read])
  await endpoint(composed, '/one/{id}', [{ ...read, resource: '_table/orders/{path.id}' }])
  await endpoint(composed, '/counted', [read, { type: 'transform', from: '{steps.o}', ops: [{ op: 'count' }] }])
  const ops = [{ op: 'rename', map: { state: 'is' } }, { op: 'omit', fields: ['id'] }, { op: 'first' }]
  await endpoint(composed, '/first', [read, { id: 'f', type: 'transform', from: '{steps.o.resource}', ops }], {
    response_mapping: { order: '{steps.f}', number: '{steps.o.resource.0.id}', by: '{user.email}' },
  })
  await publish(composed)
  expect(await answer('/listed')).toMatchObject({ properties: { resource: list(record) } })
  expect(await answer('/one/{id}')).toMatchObject(record)
  expect(await answer('/counted')).toEqual({
    type: 'object',
    properties: { count: { type: 'integer' } },
    required: ['count'],
  })
  expect(await answer('/first')).toMatchObject({
    properties: {
      order: { type: ['object', 'null'], properties: { is: { type: ['string', 'null'] } } },
      number: { type: 'integer' },
      by: { type: 'string' },
    },
    required: ['order', 'number', 'by'],
  })
})

it('take values of the types of the columns that they are compared with and written to', async () => {
  const filter = "(total >= {query.least}) and (state like '{query.state}')"
  await endpoint(composed, '/asked', [
    { service: 'shop', resource: '_table/orders', params: { filter, limit: '{query.most}' } },
  ])
  const body = { resource: [{ state: '{body.state}', total: '{body.total}' }] }
  await endpoint(composed, '/added', [{ service: 'shop', method: 'POST', resource: '_table/orders', body }], {
    method: 'POST',
  })
  await publish(composed)
  const { parameters = [] } = await described('/asked')
  expect(parameters.map(({ name, required, schema }) => ({ name, required, schema }))).toEqual([
    { name: 'most', schema: { type: 'integer' } },
    { name: 'least', required: true, schema: { type: 'integer', format: 'int64' } },
    { name: 'state', required: true, schema: { type: 'string' } },
  ])
  const added = await described('/added', 'post')
  expect(added.requestBody?.content['application/json'].schema).toEqual({
    type: 'object',
    properties: { state: { type: 'string' }, total: { type: 'integer', format: 'int64' } },
  })
})

it('have errors, keys, and the end of the API', async () => {
  const { security, info, paths } = await document()
  expect(info.version).toBe('0.1.0')
  expect(security).toContainEqual({ ApiKeyHeader: [] })
  const operation = paths['/asked']?.get
  expect(Object.keys(operation?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '400', '403', '502', 'default']),
  )
  expect(operation?.deprecated).toBeUndefined()
  await send('PATCH', `system/custom_api/${composed}`, { as, body: { sunset: '2031-01-31' } })
  expect(await described('/asked')).toMatchObject({ deprecated: true, 'x-sunset': '2031-01-31' })
  const { headers } = await send('GET', 'composed/listed', { as })
  expect([headers.deprecation, headers.sunset]).toEqual(['true', 'Fri, 31 Jan 2031 00:00:00 GMT'])
  expect(failures).toEqual([])
})
