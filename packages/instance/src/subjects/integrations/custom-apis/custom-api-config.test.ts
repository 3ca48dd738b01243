import { beforeAll, expect, it } from 'vitest'
import { configCalls } from '../../../testing/config-calls.ts'
import { exportedPackage, importedPackage } from '../../../testing/package-calls.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const from = sharedInstance()
const to = sharedInstance()
const packed = sharedInstance()

const step = { service: 'db', resource: '_schema', kept: 'of another maker' }
const endpoint = { method: 'GET', path: '/tables/{id}', execution_plan: { steps: [step], unknown: 1 } }

beforeAll(async () => {
  const { send, root: as, make } = from
  const parts = {
    custom_api_source_by_api_id: [{ service_id: await make.serviceId('db') }],
    custom_api_endpoint_by_api_id: [endpoint],
  }
  const api = { name: 'composed', base_path: 'composed-api', status: 'published', ...parts }
  await send('POST', 'system/custom_api', { as, body: { resource: [api] } })
})

it('travels as configuration, and is published as it was', async () => {
  const records = (await configCalls(from).exported()).filter(
    ({ name }) => name === 'composed' || name === 'composed-api',
  )
  expect(records).toMatchObject([
    { type: 'service', name: 'composed-api', values: { type: 'api_builder' } },
    {
      type: 'custom_api',
      name: 'composed',
      values: { service: 'composed-api', status: 'published', sources: [{ service: 'db' }], endpoints: [endpoint] },
    },
  ])
  const applied = await configCalls(to).apply(records)
  expect([applied.status, applied.body]).toEqual([200, expect.objectContaining({ applied: true })])
  expect((await to.send('GET', 'composed-api/tables/1', { as: to.root })).status).toBe(200)
  expect((await configCalls(to).plan(records)).body.changes).toEqual([])
})

it('travels in packages, with its service', async () => {
  const archive = await exportedPackage(
    from,
    { system: { service: ['composed-api'], custom_api: ['composed'] } },
    'a secret',
  )
  const { status, body } = await importedPackage(packed, archive, { password: 'a secret' })
  expect([status, body.log.error]).toEqual([201, []])
  expect((await packed.send('GET', 'composed-api/tables/1', { as: packed.root })).status).toBe(200)
  expect([from, to, packed].flatMap(({ failures }) => failures)).toEqual([])
})
