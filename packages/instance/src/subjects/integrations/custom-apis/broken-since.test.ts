import { beforeAll, expect, it, vi } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { configCalls } from '../../../testing/config-calls.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

let now = Date.now()
const instance = sharedInstance({ clock: () => now })
const { send, root: as, failures } = instance
const { made, api, endpoint, publish } = apiBuilder(instance)

const orders = { id: 'o', service: 'shop', resource: '_table/orders', params: { fields: 'id,state' } }
const field = [
  { name: 'id', type: 'id' },
  { name: 'state', type: 'string' },
]

let shop: number
let composed: number
beforeAll(async () => {
  const config = { database: 'broken.sqlite' }
  shop = await made('system/service', { name: 'shop', label: 'Shop', type: 'sqlite', is_active: true, config })
  await send('POST', 'shop/_schema', { as, body: { resource: [{ name: 'orders', field }] } })
  composed = await api('composed', [shop])
})

async function since(id: number): Promise<string | null> {
  const { body } = await send<{ broken_since: string | null }>('GET', `system/custom_api_endpoint/${id}`, { as })
  return body.broken_since
}
const change = (path: string, body: object) => send('PATCH', `system/${path}`, { as, body })
const source = async (of: number) => {
  const filter = encodeURIComponent(`(api_id = ${composed}) and (service_id = ${of})`)
  const path = `system/custom_api_source?filter=${filter}`
  return (await send<{ resource: [{ id: number }] }>('GET', path, { as })).body.resource[0].id
}
/** Until what is noticed in the background is noted. */
const noted = (id: number, isBroken: boolean) =>
  vi.waitFor(async () => expect((await since(id)) !== null).toBe(isBroken))

it('is the moment at which a service stopped being a source, until the plan or the source is mended', async () => {
  const id = await endpoint(composed, '/orders', [orders])
  await publish(composed)
  expect(await since(id)).toBeNull()
  const sent = { broken_since: '2020-01-01T00:00:00.000000Z', label: 'Sent' }
  expect((await change(`custom_api_endpoint/${id}`, sent)).status).toBe(200)
  expect(await since(id)).toBeNull()

  now += 60_000
  const moment = new Date(now).toISOString().slice(0, 23)
  expect((await send('DELETE', `system/custom_api_source/${await source(shop)}`, { as })).status).toBe(200)
  const broken = await since(id)
  expect(broken).toMatch(moment)
  now += 60_000
  expect((await send('GET', 'composed/orders', { as })).status).toBe(503)
  // Neither another label nor another source mends it, nor makes it break anew.
  expect((await change(`custom_api_endpoint/${id}`, { label: 'Orders' })).status).toBe(200)
  await made('system/custom_api_source', { api_id: composed, service_id: await instance.make.serviceId('db') })
  expect(await since(id)).toBe(broken)
  await made('system/custom_api_source', { api_id: composed, service_id: shop })
  expect(await since(id)).toBeNull()
})

it('ends with an inactive endpoint, and begins with none that is saved with its problems', async () => {
  const id = await endpoint(composed, '/inactive', [orders])
  const inner = await instance.make.service({ name: 'inner' })
  await made('system/custom_api_source', { api_id: composed, service_id: inner.id })
  const other = await endpoint(composed, '/inner', [{ id: 'i', service: 'inner', resource: '' }])
  expect((await send('DELETE', `system/service/${inner.id}?force=true`, { as })).status).toBe(200)
  expect(await since(other)).toMatch(/^\d{4}-/)
  expect(await since(id)).toBeNull()
  expect((await change(`custom_api_endpoint/${other}`, { is_active: false })).status).toBe(200)
  expect(await since(other)).toBeNull()
  const kept = await endpoint(composed, '/kept', [{ ...orders, service: 'nothing' }], { is_active: false })
  expect(await since(kept)).toBeNull()
})

it('is noticed when a table or a field of a plan is gone, and told with what is missing', async () => {
  const id = await endpoint(composed, '/gone', [orders])
  await send('DELETE', 'shop/_schema/orders/_field/state', { as })
  await noted(id, true)
  const broken = await since(id)
  const path = `system/custom_api_endpoint/${id}?related=problems`
  expect((await send('GET', path, { as })).body).toMatchObject({
    problems: [{ step: 'o', member: 'params.fields', message: expect.stringContaining("has no field 'state'") }],
  })
  await send('DELETE', 'shop/_schema/orders', { as })
  expect((await send('GET', path, { as })).body).toMatchObject({
    broken_since: broken,
    problems: [{ message: "Step 'o', resource: there is no table 'orders' in 'shop'." }],
  })
  await send('POST', 'shop/_schema', { as, body: { resource: [{ name: 'orders', field }] } })
  await noted(id, false)
})

it('stays where it is: neither files of configuration nor copies have it', async () => {
  const [record] = (await configCalls(instance).exported()).filter(({ name }) => name === 'composed')
  expect(record).toBeDefined()
  expect(JSON.stringify(record)).not.toContain('broken_since')
  expect(failures).toEqual([])
})
