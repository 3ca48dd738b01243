import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root: as, failures } = instance
const { made, api, endpoint, publish } = apiBuilder(instance)
const bytes = async (path: string) => JSON.stringify((await send('GET', path, { as })).body).length

let id: number
const rows = { service: 'shop', resource: '_table/orders', params: { limit: '1000' } }
beforeAll(async () => {
  const shop = await made('system/service', {
    name: 'shop',
    label: 'Shop',
    type: 'sqlite',
    is_active: true,
    config: { database: 'passed.sqlite' },
  })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'note', type: 'text', allow_null: true },
  ]
  await send('POST', 'shop/_schema', { as, body: { resource: [{ name: 'orders', field }] } })
  // More characters together than the results of steps may have.
  const resource = Array.from({ length: 10 }, () => ({ note: 'n'.repeat(200_000) }))
  for (let time = 0; time < 9; time++) await send('POST', 'shop/_table/orders', { as, body: { resource } })
  id = await api('composed', [shop])
})

it('are held by what changes or keeps them, within the bounds of results', async () => {
  await endpoint(id, '/picked', [rows, { type: 'transform', from: '{steps.step_0}', ops: [{ op: 'count' }] }])
  await endpoint(id, '/renamed', [{ ...rows, aliases: { note: 'text' } }])
  await endpoint(id, '/kept', [], { execution_plan: { steps: [rows], cache: { ttl: 60 } } })
  await publish(id)
  for (const path of ['picked', 'renamed', 'kept'])
    expect([path, (await send('GET', `composed/${path}`, { as })).status]).toEqual([path, 413])
})

it('are the same as those of the request, and its refusals name the step', async () => {
  await endpoint(id, '/rows', [rows])
  await endpoint(id, '/one/{id}', [{ ...rows, resource: '_table/orders/{path.id}', params: {} }])
  await publish(id)
  expect(await bytes('composed/rows')).toBe(await bytes('shop/_table/orders?limit=1000'))
  expect((await send('GET', 'composed/one/3', { as })).body).toEqual(
    (await send('GET', 'shop/_table/orders/3', { as })).body,
  )
  const gone = await send<{ error: { context: object } }>('GET', 'composed/one/4711', { as })
  expect([gone.status, gone.body.error.context]).toEqual([404, { step: 'step_0' }])
  expect(failures).toEqual([])
})
