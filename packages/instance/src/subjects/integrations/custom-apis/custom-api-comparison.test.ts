import type { ApiComparison } from '@millwright/contract/records/custom-api'
import { beforeAll, expect, it } from 'vitest'
import { apiBuilder } from '../../../testing/api-builder.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root: as, make, failures } = instance
const { made, api, endpoint, publish } = apiBuilder(instance)

let id: number
const asked = (query: string, by: object = { as }) =>
  send<ApiComparison>('GET', `system/custom_api_comparison${query}`, by)
const compared = async (query = '') => (await asked(`?api_id=${id}${query}`)).body
const seen = async (query = '') =>
  (await compared(query)).changes.map(({ kind, breaking, endpoint: name, at }) =>
    `${name} ${kind}${breaking ? '!' : ''} ${at}`.trim(),
  )
const orders = { id: 'o', service: 'shop', resource: '_table/orders' }

beforeAll(async () => {
  const shop = await made('system/service', {
    name: 'shop',
    label: 'Shop',
    type: 'sqlite',
    is_active: true,
    config: { database: 'compared.sqlite' },
  })
  const field = [
    { name: 'id', type: 'id' },
    { name: 'state', type: 'string' },
  ]
  await send('POST', 'shop/_schema', { as, body: { resource: [{ name: 'orders', field }] } })
  id = await api('composed', [shop])
})

it('is refused for others than APIs and revisions, and without the right to read them', async () => {
  for (const query of ['', '?api_id=x', `?api_id=${id}&from=first`, `?api_id=${id}&to=0`])
    expect([query, (await asked(query)).status]).toEqual([query, 400])
  expect((await asked('?api_id=4711')).status).toBe(404)
  expect((await asked(`?api_id=${id}&from=7`)).status).toBe(404)
  expect((await send('POST', `system/custom_api_comparison?api_id=${id}`, { as, body: {} })).status).toBe(400)
  const system = await make.serviceId('system')
  const reader = async (...components: string[]) => {
    const access = components.map((component) => ({ service_id: system, component, verbs: ['GET'] as const }))
    const app = await make.app({ role_id: (await make.role({ access })).id })
    const person = await make.user({ roles: [] })
    return asked(`?api_id=${id}`, { as: person, key: app.api_key })
  }
  const all = ['custom_api_comparison/*', 'custom_api/*', 'custom_api_endpoint/*', 'custom_api_revision/*']
  expect((await reader(...all)).status).toBe(200)
  for (const missing of all)
    expect([missing, (await reader(...all.filter((each) => each !== missing))).status]).toEqual([missing, 403])
})

it('finds what of the saved endpoints breaks callers of the published ones, and between revisions', async () => {
  const list = await endpoint(id, '/orders', [orders])
  expect(await compared()).toMatchObject({ api_id: id, from: null, to: 'draft', breaking: 0 })
  expect(await seen()).toEqual(['GET /orders endpoint.added'])
  await publish(id)
  expect(await compared()).toMatchObject({ from: 1, to: 'draft', changes: [] })
  const steps = [{ ...orders, params: { fields: 'id', filter: 'state = {query.state}' } }]
  const change = (body: object) => send('PATCH', `system/custom_api_endpoint/${list}`, { as, body })
  expect((await change({ execution_plan: { steps } })).status).toBe(200)
  expect(await seen()).toEqual([
    'GET /orders sent.added! query.state',
    'GET /orders answer.removed! answer.resource[].state',
  ])
  expect((await compared()).breaking).toBe(2)
  await publish(id)
  expect(await seen('&from=1&to=2')).toHaveLength(2)
  expect(await seen('&from=2&to=1')).toEqual([
    'GET /orders sent.removed! query.state',
    'GET /orders answer.added answer.resource[].state',
  ])
  await send('DELETE', `system/custom_api_endpoint/${list}`, { as })
  expect(await seen('&from=1')).toEqual(['GET /orders endpoint.removed!'])
  expect(failures).toEqual([])
})
