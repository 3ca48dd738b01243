import type { ConfigRecord } from '@millwright/contract/wire/config'
import { describe, expect, it } from 'vitest'
import { configCalls } from '../../../testing/config-calls.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance({ config: { configLock: true } })
const { send, make, root: as } = instance
const { apply, exported } = configCalls(instance)

interface Refused {
  readonly error: { readonly message: string }
}

const role = (name: string, more: object = {}) => ({
  type: 'role',
  name,
  file: `roles/${name}.yaml`,
  values: { is_active: true, ...more },
})

async function idOf(type: string, name: string): Promise<number> {
  const { body } = await send<{ resource: { id: number }[] }>('GET', `system/${type}?filter=name=${name}`, { as })
  return body.resource[0]?.id ?? 0
}

/** Applies records for an owner, and expects that they are as applied after `work`. */
async function unchanged(owner: string, records: readonly ConfigRecord[], work: () => Promise<void>) {
  expect((await apply(records, { owner, adopt: true })).status).toBe(200)
  const before = await exported(owner)
  await work()
  expect(await exported(owner)).toEqual(before)
}

describe('edits of managed records are refused', () => {
  it('whatever they change, with owner and file, and unmanaged ones are not', async () => {
    const sentence = "The role 'Clerk' is managed by 'shop', in roles/Clerk.yaml. Change it there."
    await unchanged('shop', [role('Clerk', { access: [{ service: 'db', verb_mask: ['GET'] }] })], async () => {
      const id = await idOf('role', 'Clerk')
      const access = [{ service_id: await make.serviceId('db'), component: 'x', verb_mask: 1 }]
      for (const [verb, path, body] of [
        ['PATCH', `system/role/${id}`, { description: 'by hand' }],
        ['PATCH', `system/role/${id}`, { name: 'Other' }],
        ['PATCH', `system/role/${id}`, { role_service_access_by_role_id: access }],
        ['PATCH', `system/role/${id}`, { lookup_by_role_id: [{ name: 'k', value: 'v' }] }],
        ['DELETE', `system/role/${id}`, undefined],
        ['PATCH', 'system/role', { resource: [{ id, is_active: false }] }],
      ] as const) {
        const { status, body: answer } = await send<Refused>(verb, path, { as, ...(body !== undefined && { body }) })
        expect({ verb, body, status, message: JSON.stringify(answer) }).toMatchObject({
          verb,
          body,
          message: expect.stringContaining(sentence),
        })
        expect([400, 409]).toContain(status)
      }
    })
    const other = await send('PATCH', `system/role/${(await make.role({ name: 'Free' })).id}`, {
      as,
      body: { description: 'x' },
    })
    expect(other.status).toBe(200)
  })

  it('alone: what changes nothing, or nothing that files have, is not', async () => {
    await unchanged('sales', [role('Seller'), { type: 'app', name: 'till', values: { role: 'Seller' } }], async () => {
      const id = await idOf('role', 'Seller')
      expect((await send('PATCH', `system/role/${id}`, { as, body: { name: 'Seller', is_active: true } })).status).toBe(
        200,
      )
      const { id: user_id } = await make.user()
      const links = [{ user_id, app_id: await idOf('app', 'till') }]
      const linked = { user_to_app_to_role_by_role_id: links }
      expect((await send('PATCH', `system/role/${id}`, { as, body: linked })).status).toBe(200)
    })
  })

  it('also if the record changes with another one', async () => {
    const service = { type: 'sqlite', label: 'Own', is_active: true, config: { database: 'own.sqlite' } }
    await send('POST', 'system/service', { as, body: { resource: [{ name: 'own', ...service }] } })
    await make.role({ name: 'Cashier' })
    const records = [
      role('Reader', { access: [{ service: 'own', verb_mask: ['GET'] }] }),
      { type: 'app', name: 'desk', values: { role: 'Cashier' } },
    ]
    await unchanged('desk', records, async () => {
      for (const [path, name] of [
        [`system/service/${await idOf('service', 'own')}?force=true`, "The role 'Reader'"],
        [`system/role/${await idOf('role', 'Cashier')}?force=true`, "The app 'desk'"],
      ] as const) {
        const { status, body } = await send<Refused>('DELETE', path, { as })
        expect({ status, message: body.error.message }).toEqual({ status: 409, message: expect.stringContaining(name) })
      }
    })
  })

  it('one by one where a batch goes on, and not to their folder', async () => {
    const lookups = [{ type: 'lookup', name: 'colour', values: { value: 'red' } }]
    await unchanged('colours', lookups, async () => {
      const id = await idOf('lookup', 'colour')
      await send('POST', 'system/lookup', { as, body: { resource: [{ name: 'free', value: 'a' }] } })
      const free = await idOf('lookup', 'free')
      const changes = [
        { id, value: 'blue' },
        { id: free, value: 'b' },
      ]
      const { status } = await send('PATCH', 'system/lookup?continue=true', { as, body: { resource: changes } })
      expect(status).toBe(400)
      const { body } = await send<{ value: string }>('GET', `system/lookup/${free}`, { as })
      expect(body.value).toBe('b')
    })
    const next = await apply([{ type: 'lookup', name: 'colour', values: { value: 'green' } }], { owner: 'colours' })
    expect(next.body).toMatchObject({ applied: true, changes: [{ differences: [{ to: 'green' }] }] })
  })
})
