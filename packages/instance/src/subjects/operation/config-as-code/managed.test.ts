import type { ConfigDrift } from '@millwright/contract/wire/config'
import { expect, it } from 'vitest'
import { configCalls } from '../../../testing/config-calls.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { readZip } from '../packages/app-packages/read-zip.ts'

const instance = sharedInstance()
const { send, server, root: as } = instance
const { apply } = configCalls(instance)

const role = { type: 'role', name: 'Shop', values: { is_active: true, description: 'Sells' }, file: 'roles/Shop.yaml' }

it('tells of no record that nobody manages, and has no text of one that does not exist', async () => {
  expect(await send('GET', 'system/config/managed', { as })).toMatchObject({
    status: 200,
    body: { locked: false, records: [] },
  })
  for (const path of ['text', 'text?type=role&name=none', 'text?type=user&name=a@example.test']) {
    expect(await send('GET', `system/config/${path}`, { as })).toMatchObject({ status: 404 })
  }
})

it('tells who manages which record, and writes its files as they would be now', async () => {
  expect(await apply([role, { type: 'lookup', name: 'tax', values: { value: '19' } }])).toMatchObject({ status: 200 })
  const managed = await send('GET', 'system/config/managed?type=role', { as })
  expect(managed.body).toEqual({
    locked: false,
    records: [{ type: 'role', name: 'Shop', owner: 'default', file: 'roles/Shop.yaml' }],
  })
  expect((await send('GET', 'system/config/text?type=role&name=Shop', { as })).body).toEqual({
    files: [{ path: 'roles/Shop.yaml', text: 'description: Sells\nis_active: true\n' }],
  })
})

it('is no drift any more once the change by hand is in the folder', async () => {
  const { body } = await send<{ resource: [{ id: number }] }>('GET', 'system/role?filter=name=Shop', { as })
  await send('PATCH', `system/role/${body.resource[0].id}`, { as, body: { description: 'By hand' } })
  const drifted = async () => (await send<ConfigDrift>('GET', 'system/config/drift', { as })).body.records
  expect(await drifted()).toMatchObject([{ name: 'Shop', differences: [{ field: 'description', to: 'By hand' }] }])
  const taken = { ...role, values: { ...role.values, description: 'By hand' }, file: 'overlays/x/roles/Shop.yaml' }
  expect((await apply([taken], { prune: false })).body).toMatchObject({ changes: [], unchanged: 1 })
  expect(await drifted()).toEqual([])
  const managed = await send('GET', 'system/config/managed?type=role', { as })
  expect(managed.body).toMatchObject({ records: [{ file: 'overlays/x/roles/Shop.yaml' }] })
  expect((await apply([role], { prune: false })).body).toMatchObject({ changes: [{ name: 'Shop' }] })
})

it('packs the folder as the program exports it', async () => {
  const { rawPayload } = await server.inject({
    url: '/api/v2/system/config/folder',
    headers: { 'x-dreamfactory-session-token': as.token },
  })
  const files = await readZip(rawPayload, { files: 1000, bytes: 1_000_000 })
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['millwright.yaml', 'lookups.yaml', 'roles/Shop.yaml']),
  )
})
