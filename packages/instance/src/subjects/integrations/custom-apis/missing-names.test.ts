import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root: as, make, failures } = instance
const { made, api, endpoint } = apiBuilder(instance)

let composed: number
const orders = { id: 'o', service: 'shop', resource: '_table/orders' }
beforeAll(async () => {
  const config = { database: 'missing.sqlite' }
  const shop = await made('system/service', { name: 'shop', label: 'Shop', type: 'sqlite', is_active: true, config })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'state', type: 'string' },
  ]
  await send('POST', 'shop/_schema', { as, body: { resource: [{ name: 'orders', field }] } })
  composed = await api('composed', [shop])
})

it('are refused with the step and the nearest name', async () => {
  const sentences: readonly [object, string][] = [
    [{ resource: '_table/order' }, "Step 'o', resource: there is no table 'order' in 'shop'. Did you mean 'orders'?"],
    [{ resource: '_table/customers/{path.id}' }, "there is no table 'customers' in 'shop'."],
    [{ params: { fields: 'id, stat' } }, "params.fields: 'orders' has no field 'stat'. Did you mean 'state'?"],
    [{ params: { order: 'sate desc' } }, "'orders' has no field 'sate'. Did you mean 'state'?"],
    [{ params: { filter: "(states = '{path.id}') and (id > 0)" } }, "params.filter: 'orders' has no field 'states'."],
    [{ params: { related: 'items' } }, "'orders' has no relation 'items'."],
  ]
  for (const [step, sentence] of sentences)
    await expect(endpoint(composed, '/missing/{id}', [{ ...orders, ...step }])).rejects.toThrow(sentence)
  const id = await endpoint(composed, '/there/{id}', [{ ...orders, params: { fields: '*', order: 'STATE' } }])
  const plan = { execution_plan: { steps: [{ ...orders, resource: '_table/order' }] } }
  expect((await send('PATCH', `system/custom_api_endpoint/${id}`, { as, body: plan })).status).toBe(422)
})

it('keep an endpoint from elsewhere inactive, and drafts as they are', async () => {
  const steps = [{ ...orders, resource: '_table/order' }]
  const record = { api_id: composed, method: 'GET', path: '/kept', execution_plan: { steps } }
  for (const more of [{}, { path: '/draft', is_active: false }]) {
    const id = await made('system/custom_api_endpoint', { ...record, ...more })
    expect((await send('GET', `system/custom_api_endpoint/${id}`, { as })).body).toMatchObject({ is_active: false })
  }
})

it('are not told to authors who may not read the tables', async () => {
  const access = (await Promise.all(['system', 'composed'].map(make.serviceId))).map((service_id) => ({
    service_id,
    component: '*',
    verbs: ['GET', 'POST'] as const,
  }))
  const { id: role_id } = await make.role({ access })
  const { id: app_id, api_key: key } = await make.app({ role_id })
  const person = await make.user({ roles: [{ app_id, role_id }] })
  const step = { ...orders, resource: '_table/order' }
  expect(await endpoint(composed, '/told', [step], {}, { as: person, key })).toBeGreaterThan(0)
})

it('a plan of ten megabytes is refused', async () => {
  const step = { ...orders, params: { x: '{query.x}'.repeat(1_100_000) } }
  await expect(endpoint(composed, '/long', [step])).rejects.toThrow(/ (?:413|422) |longer than/)
  expect(failures).toEqual([])
})
