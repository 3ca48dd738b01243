import { beforeAll, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'

const { send, root: as, make } = sharedInstance()
type Rows = { resource: { id: number }[] }
const get = (path: string, who: object) => send<Rows>('GET', path, who)
const orders = { id: 'o', service: 'shop', resource: '_table/orders' }
let api: number

async function made(path: string, body: object): Promise<number> {
  const answer = await send<Rows>('POST', path, { as, body: { resource: [body] } })
  expect([path, answer.status, answer.body]).toEqual([path, 201, expect.anything()])
  return answer.body.resource[0]?.id ?? 0
}
const publish = () => send('PATCH', `system/custom_api/${api}`, { as, body: { publish: true } })
const endpoint = (path: string) => ({
  api_id: api,
  method: 'GET',
  path,
  execution_plan: { steps: [orders], cache: { ttl: 60 } },
})

beforeAll(async () => {
  const config = { database: 'shop.sqlite' }
  const shop = { name: 'shop', label: 'Shop', type: 'sqlite', is_active: true, config }
  const service_id = await made('system/service', shop)
  const field = [{ name: 'id', type: 'id' }]
  await send('POST', 'shop/_schema', { as, body: { resource: [{ name: 'orders', field }] } })
  api = await made('system/custom_api', { name: 'composed' })
  await made('system/custom_api_source', { api_id: api, service_id })
})

it('keeps no answer for a caller whose rights have ended', async () => {
  await made('system/custom_api_endpoint', endpoint('/kept'))
  await publish()
  const composed = await make.serviceId('composed')
  const role = await make.role({ access: [{ service_id: composed, component: '*', verbs: ['GET'] }] })
  const key = (await make.app({ role_id: role.id })).api_key
  const grant = async (component: string) => {
    const body = { service: 'shop', component, verbs: ['GET'] }
    const asked = await send<Rows>('POST', 'system/access_request', { key, body })
    const path = `system/access_request/${asked.body.resource[0]?.id}`
    expect((await send('PATCH', path, { as, body: { status: 'approved' } })).status).toBe(200)
    return path
  }
  expect((await get('composed/kept', { key })).status).toBe(401)
  const [rows] = [await grant('_table/orders'), await grant('_table/others')]
  expect((await get('composed/kept', { key })).status).toBe(200)
  await send('PATCH', rows, { as, body: { status: 'expired' } })
  expect((await get('composed/kept', { key })).status).toBe(401)
})

it('keeps no answer beyond the rights of its author', async () => {
  const author = await make.admin()
  const body = { resource: [endpoint('/authored')] }
  expect((await send('POST', 'system/custom_api_endpoint', { as: author, body })).status).toBe(201)
  await publish()
  const role = await make.role({ access: [{ service_id: null, component: '*', verbs: ['GET'] }] })
  const key = (await make.app({ role_id: role.id })).api_key
  for (const who of [{ as }, { key }]) expect((await get('composed/authored', who)).status).toBe(200)
  const narrow = { is_restricted_admin: true, access_by_tabs: ['users'] }
  expect((await send('PATCH', `system/admin/${author.id}`, { as, body: narrow })).status).toBe(200)
  for (const who of [{ as }, { key }]) expect((await get('composed/authored', who)).status).toBe(403)
  expect((await send('DELETE', `system/admin/${author.id}`, { as })).status).toBe(200)
  for (const who of [{ as }, { key }]) expect((await get('composed/authored', who)).status).toBe(403)
})
