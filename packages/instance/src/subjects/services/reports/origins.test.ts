import type { AuditEntry } from '@millwright/contract/records/report'
import { describe, expect, it } from 'vitest'
import { importedPackage } from '../../../testing/package-calls.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { zipOf } from '../../../testing/zip.ts'

describe('the audit trail', () => {
  const clock = testClock()
  const instance = sharedInstance({ clock })
  const { send, root: as, make, scheduler } = instance

  async function create(resource: string, record: object): Promise<number> {
    const { status, body } = await send<{ resource: [{ id: number }] }>('POST', `system/${resource}`, {
      as,
      body: { resource: [record] },
    })
    expect([status, body]).toEqual([201, expect.anything()])
    return body.resource[0].id
  }
  async function entries(filter: string): Promise<AuditEntry[]> {
    const query = `filter=${encodeURIComponent(filter)}&order=id`
    return (await send<{ resource: AuditEntry[] }>('GET', `system/audit?${query}`, { as })).body.resource
  }
  const last = async (resource: string, id: number) =>
    (await entries(`(resource = "${resource}") and (record_id = "${id}")`)).at(-1)
  const takeBack = async (entry: AuditEntry | undefined) => {
    const { status, body } = await send<{ error?: { message: string } }>(
      'POST',
      `system/audit/${entry?.id}/take_back`,
      { as },
    )
    return [status, body.error?.message]
  }
  const remove = (resource: string, id: number) => send('DELETE', `system/${resource}/${id}?force=true`, { as })

  it('names the task or import that made a change', async () => {
    const payload = { resource: [{ name: 'by a task' }] }
    const task = {
      name: 'nightly',
      service_id: await make.serviceId('system'),
      component: 'role',
      verb: 'POST',
      payload,
      frequency: 1,
      is_active: true,
    }
    await create('scheduler', task)
    clock.advance(60)
    await scheduler.look()
    await scheduler.idle()
    expect(await entries('record_name = "by a task"')).toMatchObject([
      { user_id: null, user_email: 'scheduler:nightly', request_verb: 'POST', resource: 'role', action: 'created' },
    ])
    const archive = await zipOf({
      'package.json': { version: '0.1', service: { system: { role: ['imported'] } } },
      'system/role.json': [{ name: 'imported' }],
    })
    await importedPackage(instance, archive)
    expect(await entries('record_name = "imported"')).toMatchObject([
      { user_email: as.email, address: '127.0.0.1', action: 'created' },
    ])
  })

  it('rejects reverting a change that can no longer be reverted, with the reason', async () => {
    const service = await make.service()
    const access = { service_id: service.id, verb_mask: 1, requestor_mask: 1 }
    const role = await create('role', { name: 'keeper', role_service_access_by_role_id: [access] })
    await remove('role', role)
    await remove('service', service.id)
    expect(await takeBack(await last('role', role))).toEqual([400, expect.stringContaining('service_id names service')])
    const again = await create('role', { name: 'keeper' })
    expect(await takeBack(await last('role', role))).toEqual([400, expect.stringContaining('name is already in use')])

    await send('PATCH', `system/role/${again}`, { as, body: { lookup_by_role_id: [{ name: 'k', value: '1' }] } })
    const nested = (await entries(`(owner_resource = "role") and (owner_id = "${again}")`)).at(-1)
    await remove('role', again)
    expect(await takeBack(nested)).toEqual([409, 'The role of the changed record no longer exists.'])

    const user = await make.user()
    const limit = { name: 'one', type: 'instance.user', rate: 1, period: 'day', user_id: user.id }
    const id = await create('limit', limit)
    await remove('user', user.id)
    expect(await takeBack(await last('limit', id))).toEqual([409, 'The user of the changed record no longer exists.'])
    const person = await last('user', user.id)
    await create('user', { name: 'x', email: String(person?.before?.email), is_active: true })
    expect(await takeBack(person)).toEqual([400, expect.stringContaining('email is already in use')])
  })
})
