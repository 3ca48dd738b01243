import { configPackageFormat } from '@millwright/contract/wire/package'
import { expect, it } from 'vitest'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const other = sharedInstance()

interface Packaged {
  readonly format: string
  readonly services: readonly { readonly name: string; readonly config: Readonly<Record<string, unknown>> }[]
  readonly roles: readonly { readonly name: string }[]
  readonly apps: readonly { readonly name: string }[]
  readonly secrets_missing: readonly object[]
}

const format = configPackageFormat
const path = 'system/config_package'
const far = { name: 'far', label: 'Far', description: null, type: 'pgsql', is_active: true }
const row = { component: '_table/*', verb_mask: 1, requestor_mask: 1, filters: null, filter_op: 'and' }
const clerk = {
  name: 'Clerk',
  description: 'x',
  is_active: true,
  service_access: [{ service: 'far', ...row }],
  all_services_access: [{ ...row, component: 'y' }],
}
const till = {
  name: 'till',
  description: null,
  is_active: true,
  type: 0,
  path: null,
  url: null,
  role: 'Clerk',
  requires_fullscreen: false,
  allow_fullscreen_toggle: true,
  toggle_location: 'top',
}
const database = { host: 'db.example.test', database: 'd', username: 'u', password: 'secret of far' }
const manifest = { format, services: [{ ...far, config: database }], roles: [clerk], apps: [till] }

const post = ({ send, root: as }: Pick<typeof instance, 'send' | 'root'>, body: unknown, query = '') =>
  send<{ success: boolean; errors: readonly string[]; error: { context: object; message: string } }>(
    ...(['POST', `${path}${query}`, { as, body }] as const),
  )

it('is for full administrators, and refuses other formats', async () => {
  const { as } = await restrictedAdmin(instance, ['packages', 'config', 'services'])
  for (const verb of ['GET', 'POST'] as const) {
    const { status } = await instance.send(verb, path, { as, ...(verb === 'POST' && { body: manifest }) })
    expect([400, 403]).toContain(status)
  }
  expect((await post(instance, { ...manifest, format: 'x' })).status).toBe(400)
  expect((await post(instance, { ...manifest, roles: {} })).status).toBe(400)
})

it('imports nothing if one record is refused, and the others with partial=true', async () => {
  const bad = { ...manifest, apps: [till, { name: 'lost', role: 'Nobody' }] }
  const { status, body } = await post(other, bad)
  expect([status, body.error.context]).toMatchObject([
    400,
    { success: false, errors: ["app lost: There is no role 'Nobody'."] },
  ])
  expect((await read(other)).roles).toEqual([])
  expect((await post(other, manifest, '?dry_run=true')).body).toMatchObject({
    success: true,
    created: { services: 1, roles: 1, apps: 1 },
  })
  expect((await read(other)).roles).toEqual([])
  const some = await post(other, bad, '?partial=true')
  expect([some.status, some.body]).toMatchObject([
    200,
    { success: false, created: { apps: 1 }, errors: [expect.stringContaining('lost')] },
  ])
  expect((await read(other)).apps).toContainEqual(till)
})

it('exports what it imports without secrets, skips what exists, and replaces rows with overwrite', async () => {
  expect((await post(instance, { manifest })).body).toEqual({
    success: true,
    errors: [],
    created: { services: 1, roles: 1, apps: 1 },
    updated: { services: 0, roles: 0, apps: 0 },
    skipped: { services: 0, roles: 0, apps: 0 },
  })
  const exported = await read(instance)
  expect(exported.services.find(({ name }) => name === 'far')).toMatchObject({
    ...far,
    config: { host: 'db.example.test' },
  })
  expect(exported.roles).toContainEqual(clerk)
  expect(exported.apps).toContainEqual(till)
  expect(exported.secrets_missing).toContainEqual({ type: 'service', name: 'far', field: 'config.password' })
  expect(JSON.stringify(exported)).not.toContain(database.password)
  const fewer = {
    ...exported,
    roles: [{ ...clerk, service_access: [], all_services_access: [row] }],
    services: [],
    apps: [],
  }
  expect((await post(instance, fewer)).body).toMatchObject({ skipped: { roles: 1 } })
  expect((await read(instance)).roles).toContainEqual(clerk)
  expect((await post(instance, fewer, '?overwrite=true')).body).toMatchObject({ updated: { roles: 1 } })
  expect((await read(instance)).roles).toContainEqual(fewer.roles[0])
})

async function read({ send, root: as }: Pick<typeof instance, 'send' | 'root'>): Promise<Packaged> {
  const { status, body } = await send<Packaged>('GET', path, { as })
  expect([status, body.format]).toEqual([200, format])
  return body
}
