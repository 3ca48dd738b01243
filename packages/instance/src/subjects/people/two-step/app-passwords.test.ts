import type { Session } from '@millwright/contract/wire/session'
import type { TwoStepState } from '@millwright/contract/wire/two-step'
import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'
import { enrol, setPolicy } from '../../../testing/two-step.ts'

const basic = (email: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
})

describe.each(engines)('an app password on %s', async (engine) => {
  const instance = await sharedInstance({ engine })
  const { send, make, parts } = instance
  await setPolicy(instance, 'allowed')
  const logIn = (body: object, path = 'user/session') => send<Session>('POST', path, { body })
  const isAlive = async (token: string) => (await send('GET', 'user/session', { as: { token } })).status === 200
  const enrolled = async () => {
    const user = await make.user()
    return { ...user, ...(await enrol(instance, user)) }
  }
  const addTo = async (person: { token: string; password: string }, name = 'reports') => {
    const body = { current_password: person.password, name }
    return (await send<{ id: number; password: string }>('POST', 'user/two_step/app_password', { as: person, body }))
      .body
  }

  it('needs a name and the password, and is shown once', async () => {
    const user = await make.user()
    const path = 'user/two_step/app_password'
    for (const body of [
      { name: 'x' },
      { current_password: user.password },
      { current_password: user.password, name: 'x'.repeat(61) },
    ]) {
      expect((await send('POST', path, { as: user, body })).status).toBe(400)
    }
    const { id, password } = await addTo(user)
    const shown = await send<TwoStepState>('GET', 'user/two_step', { as: user })
    expect(shown.body.app_passwords).toMatchObject([{ id, name: 'reports', last_used_date: null }])
    const stored = await parts.store.db.selectFrom('app_password').selectAll().execute()
    expect(JSON.stringify([shown.body, stored])).not.toContain(password)
  })

  it('stands in for the password with HTTP Basic and at log-in, for its owner alone', async () => {
    const user = await enrolled()
    const { password } = await addTo(user)
    const other = await make.user()
    expect((await logIn({ email: other.email, password })).status).toBe(401)
    expect((await logIn({ email: user.email, password }, 'system/admin/session')).status).toBe(401)
    expect((await logIn({ email: user.email, password: `${password}x` })).status).toBe(401)
    expect((await send('GET', 'user/profile', { headers: basic(user.email, password) })).status).toBe(200)
    expect((await logIn({ email: user.email, password })).status).toBe(200)
    const { body } = await send<TwoStepState>('GET', 'user/two_step', { as: user })
    await expect.poll(async () => body.app_passwords[0]?.last_used_date ?? (await lastUse(user.id))).not.toBeNull()
  })

  const lastUse = async (user: number) =>
    (await parts.store.db.selectFrom('app_password').selectAll().where('user_id', '=', user).executeTakeFirst())
      ?.last_used_date ?? null

  it('changes no credentials, neither its owner’s nor anybody’s', async () => {
    const admin = await make.admin({ is_root_admin: true })
    const { password } = await addTo(admin)
    const { body } = await logIn({ email: admin.email, password }, 'system/admin/session')
    const as = { token: body.session_token ?? '' }
    const user = await make.user()
    const tries: [string, string, object][] = [
      ['PUT', 'system/admin/profile', { first_name: 'x' }],
      ['POST', 'system/admin/password', { old_password: admin.password, new_password: 'new password' }],
      ['POST', 'user/two_step/app_password', { current_password: admin.password, name: 'x' }],
      ['PUT', 'system/two_step', { policy: 'off' }],
      ['DELETE', `system/two_step/${user.id}`, {}],
      ['PATCH', `system/user/${user.id}`, { password: 'new password' }],
      ['PATCH', `system/admin/${admin.id}`, { first_name: 'x' }],
      ['POST', 'system/admin', { resource: [{ email: 'evil@example.test', password: 'new password' }] }],
      ['DELETE', `system/user/${user.id}`, {}],
    ]
    for (const [verb, path, sent] of tries) {
      const answer = await send<{ error: { context: { resource: unknown[] } } }>(verb, path, { as, body: sent })
      expect({ path, answer: JSON.stringify(answer) }).toEqual({
        path,
        answer: expect.stringMatching(/app password/),
      })
    }
    expect((await send('PATCH', `system/user/${user.id}`, { as, body: { phone: '1' } })).status).toBe(200)
    const refreshed = await send<Session>('PUT', 'system/admin/session', { as })
    const next = { token: refreshed.body.session_token ?? '' }
    expect((await send('PUT', 'system/two_step', { as: next, body: { policy: 'off' } })).status).toBe(403)
  })

  it('takes its sessions with it when it is taken back', async () => {
    const user = await make.user()
    const { id, password } = await addTo(user)
    const { body } = await logIn({ email: user.email, password })
    const token = body.session_token ?? ''
    expect(await isAlive(token)).toBe(true)
    const other = await make.user()
    expect((await send('DELETE', `user/two_step/app_password?id=${id}`, { as: other })).status).toBe(404)
    expect((await send('DELETE', `user/two_step/app_password?id=${id}`, { as: user })).status).toBe(200)
    expect([await isAlive(token), await isAlive(user.token)]).toEqual([false, true])
    expect((await send('PUT', 'user/session', { as: { token } })).status).toBe(401)
    expect((await send('GET', 'user/profile', { headers: basic(user.email, password) })).status).toBe(401)
  })
})
