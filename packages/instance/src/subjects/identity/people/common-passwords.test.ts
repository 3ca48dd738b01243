import { describe, expect, it } from 'vitest'
import { sharedInstance, testInstance } from '../../../testing/test-instance.ts'

interface Answer {
  success?: boolean
  error?: { message: string; context: unknown }
}

const reason = (field: string) => ({
  [field]: [`The ${field} field is one of the most common passwords, which attackers try first. Choose another one.`],
})

describe('common passwords, when rejected', () => {
  const { send, make, root } = sharedInstance({ config: { commonPasswords: 'refuse' } })
  const post = (path: string, body: unknown, as?: { token: string }) => send<Answer>('POST', path, { body, as })

  it.each(['12345', 'password1', 'PassWord1', 'qwertyuiop'])('cannot be chosen: %s', async (common) => {
    const user = await make.user()
    const change = { old_password: user.password, new_password: common }
    const refusal = await post('user/password', change, user)
    expect([refusal.status, refusal.body.error?.context]).toEqual([400, reason('new_password')])
    const ofAdmin = { old_password: root.password, new_password: common }
    expect((await post('system/admin/password', ofAdmin, root)).body.error?.context).toEqual(reason('new_password'))
    expect((await post('user/session', { email: user.email, password: user.password })).status).toBe(200)
  })

  it('cannot be used to register', async () => {
    const body = { config: { allow_open_registration: true, open_reg_email_service_id: null } }
    await send('PATCH', `system/service/${await make.serviceId('user')}`, { as: root, body })
    const form = (new_password: string) => ({ email: 'new@example.test', new_password })
    const refusal = await post('user/register', form('iloveyou'))
    expect([refusal.status, refusal.body.error?.context]).toEqual([400, reason('password')])
    expect((await post('user/register', form('a fresh password'))).status).toBe(200)
  })

  it('can still be set by administrators for others', async () => {
    const { id, email } = await make.user()
    const written = await send('PATCH', `system/user/${id}`, { as: root, body: { password: 'password1' } })
    expect(written.status).toBe(200)
    expect((await post('user/session', { email, password: 'password1' })).status).toBe(200)
  })
})

it('accepts common passwords of the minimum length by default', async () => {
  const { send, make } = await testInstance()
  const user = await make.user()
  const body = { old_password: user.password, new_password: '12345' }
  expect((await send('POST', 'user/password', { as: user, body })).status).toBe(200)
})
