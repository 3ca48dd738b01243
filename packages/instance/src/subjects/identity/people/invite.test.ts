import { describe, expect, it } from 'vitest'
import { testClock } from '../../../testing/test-clock.ts'
import { type TestInstance, testInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

interface Written {
  readonly resource: readonly [{ readonly id: number }]
}

describe.each(engines)('invitations on %s', (engine) => {
  const withoutMail = async ({ parts }: TestInstance) => {
    await parts.store.db.updateTable('service').set({ config: '{}' }).where('name', 'in', ['user', 'system']).execute()
  }

  it('are rejected for confirmed accounts', async () => {
    const { send, root, make } = await testInstance({ engine })
    const user = await make.user()
    const answer = await send('PATCH', `system/user/${user.id}?send_invite=true`, { as: root, body: { name: 'Lost' } })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('already confirmed') } },
    })
    expect((await send('GET', `system/user/${user.id}`, { as: root })).body).not.toMatchObject({ name: 'Lost' })
  })

  it('create no person if they cannot be sent', async () => {
    const instance = await testInstance({ engine })
    await withoutMail(instance)
    const { send, root } = instance
    for (const kind of ['user', 'admin']) {
      const answer = await send('POST', `system/${kind}?send_invite=true`, {
        as: root,
        body: { email: 'new@example.test', lookup_by_user_id: [{ name: 'k' }] },
      })
      expect(answer.status).toBe(503)
    }
    expect((await send('GET', 'system/user?count_only=true', { as: root })).body).toBe(0)
    expect((await send('GET', 'system/admin?count_only=true', { as: root })).body).toBe(1)
  })

  it('keep changes to an existing person if they cannot be sent', async () => {
    const instance = await testInstance({ engine })
    const { send, root } = instance
    const { body } = await send<Written>('POST', 'system/user?send_invite=true', {
      as: root,
      body: { email: 'new@example.test' },
    })
    await withoutMail(instance)
    const path = `system/user/${body.resource[0].id}`
    expect((await send('PATCH', `${path}?send_invite=true`, { as: root, body: { phone: '7' } })).status).toBe(503)
    expect((await send('GET', path, { as: root })).body).toMatchObject({ phone: '7', confirmed: false })
  })

  it('leave the account pending, and expire after a day', async () => {
    const clock = testClock()
    const { send, root } = await testInstance({ engine, clock, config: { tokenTtl: 1_000_000 } })
    const created = await send<Written>('POST', 'system/user?fields=*&send_invite=true', {
      as: root,
      body: { email: 'new@example.test' },
    })
    expect(created.body.resource[0]).toMatchObject({ confirmed: false, expired: false })
    const path = `system/user/${created.body.resource[0].id}`
    clock.advance(24 * 60 * 60 + 1)
    expect((await send('GET', `${path}?fields=id`, { as: root })).body).toMatchObject({
      confirmed: false,
      expired: true,
    })
    const again = await send('PATCH', `${path}?send_invite=true`, { as: root, body: {} })
    expect(again).toMatchObject({ status: 200, body: { id: created.body.resource[0].id } })
    const read = await send('GET', path, { as: root })
    expect(read.body).toMatchObject({ confirmed: false, expired: false })
    expect(read.headers.etag).toBe(again.headers.etag)
  })
})
