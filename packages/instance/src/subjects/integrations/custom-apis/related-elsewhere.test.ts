import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root: as, make, failures } = instance
const { made, api, endpoint, publish } = apiBuilder(instance)

let relation: string
let shop: number
let crm: number

const database = (name: string) =>
  made('system/service', { name, label: name, type: 'sqlite', is_active: true, config: { database: `${name}.sqlite` } })

/** A key whose role may read everything of these services. */
async function keyFor(...services: readonly string[]) {
  const access = []
  for (const name of services)
    access.push({ service_id: await make.serviceId(name), component: '*', verbs: ['GET' as const] })
  return { key: (await make.app({ role_id: (await make.role({ access })).id })).api_key }
}

beforeAll(async () => {
  shop = await database('shop')
  crm = await database('crm')
  const table = (service: string, name: string, field: readonly object[], rows: readonly object[]) =>
    Promise.resolve()
      .then(() => send('POST', `${service}/_schema`, { as, body: { resource: [{ name, field }] } }))
      .then(() => send('POST', `${service}/_table/${name}`, { as, body: { resource: rows } }))
  await table(
    'crm',
    'people',
    [
      { name: 'id', type: 'id' },
      { name: 'name', type: 'string' },
    ],
    [{ name: 'Rosa' }],
  )
  await table(
    'shop',
    'orders',
    [
      { name: 'id', type: 'id' },
      { name: 'buyer', type: 'integer' },
    ],
    [{ buyer: 1 }],
  )
  const related = [
    { type: 'belongs_to', field: 'buyer', ref_service_id: crm, ref_table: 'people', ref_field: 'id', is_virtual: true },
  ]
  await send('PATCH', 'shop/_schema/orders', { as, body: { related } })
  const { body } = await send<{ related: { name: string }[] }>('GET', 'shop/_schema/orders', { as })
  relation = body.related[0]?.name ?? ''
})

it('related records of another service are refused to a caller who may not read them there, and embedded for others', async () => {
  const composed = await api('composed', [shop])
  const orders = { service: 'shop', resource: '_table/orders', params: { related: relation } }
  await endpoint(composed, '/orders', [orders])
  await publish(composed)
  const refused = await send<{ error: { context: object } }>('GET', 'composed/orders', await keyFor('composed', 'shop'))
  expect([refused.status, refused.body.error.context]).toEqual([401, { step: 'step_0' }])
  const { status, body } = await send('GET', 'composed/orders', await keyFor('composed', 'shop', 'crm'))
  expect([status, body]).toEqual([200, { resource: [{ id: 1, buyer: 1, [relation]: { id: 1, name: 'Rosa' } }] }])
  expect(failures).toEqual([])
})
