import { beforeAll, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { examine } from '../../operation/operator/doctor.ts'

const { send, root, make, parts } = sharedInstance()
const field = [
  { name: 'id', type: 'id' },
  { name: 'at', type: 'datetime' },
]
beforeAll(async () => {
  await send('POST', 'db/_schema', { as: root, body: { resource: [{ name: 'visit', field }] } })
  await send('POST', 'db/_table/visit', { as: root, body: { resource: [{ at: '2026-11-28 10:00:00' }] } })
})
const ids = fixture(async () => ({
  db: await make.serviceId('db'),
  system: await make.serviceId('system'),
  files: await make.serviceId('files'),
}))

const filter = (value = '1', operator = '=', name = 'id') => ({ name, operator, value })
const rule = (service_id: number | null, component: string, filters: readonly object[] = [filter()]) => ({
  service_id,
  component,
  verb_mask: 31,
  requestor_mask: 3,
  filters,
})
const save = (...rules: readonly object[]) =>
  send<{ resource: [{ id: number }]; error: { context: unknown } }>('POST', 'system/role', {
    as: root,
    body: { resource: [{ name: `role ${Math.random()}`, is_active: true, role_service_access_by_role_id: rules }] },
  })

it.each([
  ['files', 'files', '*'],
  ['users', 'system', 'user/*'],
  ['procedures', 'db', '_proc/*'],
  ['functions', 'db', '_func/x'],
  ['schemas', 'db', '_schema/visit'],
  ['the root of a database', 'db', ''],
] as const)('a row filter on %s is rejected when it is saved', async (_, service, component) => {
  const { status, body } = await save(rule(ids[service], component))
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(`row filters only apply to tables of databases`)
})

it('a row filter for all services is rejected, in a change of a role too', async () => {
  expect((await save(rule(null, '*'))).status).toBe(400)
  const { body } = await save(rule(ids.db, '_table/visit/*'), rule(ids.db, '*', []))
  const path = `system/role/${body.resource[0].id}`
  const change = (...rules: readonly object[]) =>
    send('PATCH', path, { as: root, body: { role_service_access_by_role_id: rules } })
  expect((await change(rule(ids.files, '*'))).status).toBe(400)
  expect((await change(rule(ids.files, '*', []))).status).toBe(200)
})

it('stored row filters that nothing applies deny access, and are found by the doctor', async () => {
  const access = [
    { service_id: ids.files, component: '*', verbs: ['GET'] },
    { service_id: ids.system, component: 'lookup/*', verbs: ['GET'] },
    { service_id: ids.db, component: '*', verbs: ['GET'] },
  ] as const
  const role = await make.role({ name: 'old', access })
  const app = await make.app({ role_id: role.id })
  const status = async (path: string) => (await send('GET', path, { key: app.api_key })).status
  expect(await status('files/')).toBe(200)
  expect(await status('db/_table/visit')).toBe(200)
  const filters = JSON.stringify([filter()])
  await parts.store.db.updateTable('role_service_access').set({ filters }).where('role_id', '=', role.id).execute()
  await parts.store.changes.publish([{ table: 'role', ids: [role.id] }])
  expect(await status('files/')).toBe(403)
  expect(await status('system/lookup')).not.toBe(200)
  expect(await status('db/_proc/x')).toBe(403)
  expect(await status('db/_table/visit')).toBe(200)
  expect(await status('system/environment')).toBe(200)
  const findings = await examine({ ...parts.config, port: 0, appsPort: 0, publicUrl: null }, parts.kinds)
  expect(findings.find(({ name }) => name === 'row filters')).toMatchObject({
    state: 'warning',
    note: expect.stringContaining("'old'"),
  })
})

it.each(['soon 5', '31.12.2026', '20 Nov 2026', '2026-13-01', 'yesterday 1'])(
  'a date column is not compared with %j, neither by a filter nor by a role',
  async (value) => {
    const path = `db/_table/visit?filter=${encodeURIComponent(`at != '${value}'`)}`
    expect((await send('GET', path, { as: root })).status).toBe(400)
    const { status, body } = await save(rule(ids.db, '_table/visit/*', [filter(value, '!=', 'at')]))
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toMatch(/ield 'at'/)
  },
)

it('a role can compare with dates, lookup keys, and columns that do not exist yet', async () => {
  for (const each of [
    filter('2026-11-28', '>', 'at'),
    filter('{day}', '>', 'at'),
    filter('x', '=', 'later'),
    filter('', 'is null', 'at'),
    filter("('2026-11-28', '2026-11-29')", 'in', 'at'),
  ]) {
    expect((await save(rule(ids.db, '_table/visit/*', [each]))).status, JSON.stringify(each)).toBe(201)
  }
  expect((await save(rule(ids.db, '_table/visit/*', [filter("('2026-11-28', 'soon 5')", 'in', 'at')]))).status).toBe(
    400,
  )
})
