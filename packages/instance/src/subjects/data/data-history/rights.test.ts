import type { DataHistoryEntry } from '@millwright/contract/records/data-history'
import { maskOf, type Verb } from '@millwright/contract/verbs'
import { beforeAll, expect, test } from 'vitest'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { send, root, make, parts } = instance
const field = [
  { name: 'id', type: 'id' },
  { name: 'town', type: 'string', length: 20 },
]
let db: number
beforeAll(async () => {
  await send('POST', 'db/_schema', { as: root, body: { resource: [{ name: 'guest', field, history: true }] } })
  await send('POST', 'db/_table/guest', { as: root, body: { resource: [{ town: 'Ulm' }] } })
  await send('PATCH', 'db/_table/guest/1', { as: root, body: { town: 'Bonn' } })
  await parts.background.idle()
  db = await make.serviceId('db')
})

const paths = ['data_history', 'data_history?service=db&table=guest', 'data_history/1', 'data_history/2']
type As = Parameters<typeof send>[2]

/** Returns the statuses of lists, entries and a revert. */
async function statuses(as: As): Promise<number[]> {
  const read = await Promise.all(paths.map(async (path) => (await send('GET', `system/${path}`, as)).status))
  const undone = await send('POST', 'system/data_history/revert?preview=true', { ...as, body: { ids: [2] } })
  return [...read, undone.status]
}

let made = 0

/** Creates a caller with access to the resource, and with these verbs and filters for the table. */
async function reader(verbs: readonly Verb[], filters: readonly object[] = []): Promise<As> {
  const system = { service_id: await make.serviceId('system'), component: 'data_history/*', verb_mask: 3 }
  const table = { service_id: db, component: '_table/guest/*', verb_mask: maskOf(verbs), filters }
  const role_service_access_by_role_id = [system, table].map((rule) => ({ ...rule, requestor_mask: 1 }))
  const role = { name: `reader ${made++}`, is_active: true, role_service_access_by_role_id }
  const { body } = await send<{ resource: [{ id: number }] }>('POST', 'system/role', {
    as: root,
    body: { resource: [role] },
  })
  const app = await make.app({ role_id: body.resource[0].id })
  return { key: app.api_key }
}

test('only callers who may read all rows of a table see its history, and they revert with their own rights', async () => {
  expect(await statuses({})).toEqual([400, 400, 400, 400, 400])
  expect(await statuses({ ...(await restrictedAdmin(instance, ['users'])) })).toEqual([403, 403, 403, 403, 403])
  expect(await statuses({ ...(await restrictedAdmin(instance, ['data-history'])) })).toEqual([403, 403, 403, 403, 403])
  expect(await statuses({ ...(await restrictedAdmin(instance, ['data-history', 'schema/data'])) })).toEqual([
    403, 200, 200, 200, 200,
  ])
  expect(await statuses(await reader(['POST', 'PATCH']))).toEqual([403, 401, 401, 401, 401])
  const filtered = await reader(['GET', 'PATCH'], [{ name: 'town', operator: '=', value: 'Bonn' }])
  expect(await statuses(filtered)).toEqual([403, 403, 403, 403, 403])
  const readOnly = await reader(['GET'])
  expect(await statuses(readOnly)).toEqual([403, 200, 200, 200, 200])
  expect((await send('POST', 'system/data_history/revert', { ...readOnly, body: { ids: [2] } })).status).toBe(401)
  const { body } = await send<{ resource: DataHistoryEntry[] }>('GET', 'system/data_history?order=id', { as: root })
  expect(body.resource.map(({ action }) => action)).toEqual(['created', 'modified'])
})

test('a filter cannot leave the table that it names', async () => {
  const field = [{ name: 'id', type: 'id' }]
  await send('POST', 'db/_schema', { as: root, body: { resource: [{ name: 'vault', field, history: true }] } })
  await send('POST', 'db/_table/vault', { as: root, body: { resource: [{}] } })
  await parts.background.idle()
  const readOnly = await reader(['GET'])
  const read = async (filter: string, as: As = readOnly) => {
    const params = new URLSearchParams({ service: 'db', table: 'guest', filter, fields: 'table_name' })
    return send<{ resource: { table_name: string }[] }>('GET', `system/data_history?${params}`, { ...as })
  }
  for (const filter of ['id>0) or (id>0', 'id > 0 or id > 0', "table_name = 'vault'", '(id>0)) or ((id>0)']) {
    const { status, body } = await read(filter)
    const tables = new Set(status === 200 ? body.resource.map((entry) => entry.table_name) : [])
    expect([status, [...tables]], filter).toEqual(
      filter.includes(')') ? [400, []] : [200, filter.includes('=') ? [] : ['guest']],
    )
  }
  expect((await read("table_name = 'vault'", { as: root })).body.resource).toEqual([])
  expect((await send('DELETE', 'db/_schema/vault', { as: root })).status).toBe(200)
})

test('entries are encrypted at rest, and store values that are too long as digests', async () => {
  const long = {
    name: 'long',
    field: [
      { name: 'id', type: 'id' },
      { name: 'body', type: 'text' },
    ],
    history: true,
  }
  await send('POST', 'db/_schema', { as: root, body: { resource: [long] } })
  await send('POST', 'db/_table/long', { as: root, body: { resource: [{ body: 'x'.repeat(30_000) }] } })
  await send('PATCH', 'db/_table/long/1', { as: root, body: { body: 'secret word' } })
  const { body } = await send<{ resource: DataHistoryEntry[] }>('GET', 'system/data_history?service=db&table=long', {
    as: root,
  })
  expect(body.resource[1]).toMatchObject({
    before: { body: expect.stringMatching(/^\(longer than is kept\) sha256:/) },
  })
  const stored = JSON.stringify(await parts.store.db.selectFrom('data_history').selectAll().execute())
  expect(stored).not.toContain('secret word')
  const undone = await send('POST', 'system/data_history/revert?preview=true', {
    as: root,
    body: { ids: body.resource.map(({ id }) => id) },
  })
  expect(undone.body).toMatchObject({ count: 1, rows: [{ action: 'deleted' }] })
})

test('a preview tells callers who may not read a table nothing of its rows, not even which changes are in between', async () => {
  await send('POST', 'db/_table/guest', { as: root, body: { resource: [{ id: 7, town: 'Ulm' }] } })
  for (const town of ['Bonn', 'Kiel']) await send('PATCH', 'db/_table/guest/7', { as: root, body: { town } })
  await parts.background.idle()
  const listed = await send<{ resource: { id: number }[] }>(
    'GET',
    'system/data_history?filter=record_id%3D7&order=id&fields=id',
    { as: root },
  )
  const [first, , last] = listed.body.resource.map(({ id }) => id)
  const body = { ids: [first, last] }
  const preview = (as: As) => send('POST', 'system/data_history/revert?preview=true', { ...as, body })
  expect((await preview({ ...(await restrictedAdmin(instance, ['data-history'])) })).status).toBe(403)
  expect((await preview(await reader(['POST', 'PATCH']))).status).toBe(401)
  expect((await preview({ as: root })).body).toMatchObject({ conflict_count: 1 })
})
