import type { Session } from '@millwright/contract/wire/session'
import { describe, expect, it } from 'vitest'
import { plainSeconds } from '../../../platform/clock.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'
import { createPasswords } from './passwords.ts'

interface Refused {
  error: { code: number; message: string; status_code: number; context: null }
  is_root_admin?: boolean
}

const invalid = {
  status: 401,
  body: {
    error: {
      code: 401,
      context: null,
      message: 'Invalid credentials supplied.',
      status_code: 401,
      request_id: expect.any(String),
    },
    is_root_admin: false,
  },
}

describe.each(engines)('logging in on %s', (engine) => {
  const clock = testClock()
  const config = { loginFailures: { account: { count: 10, seconds: 300 }, address: { count: 1000, seconds: 300 } } }
  const { send, make, root, parts } = sharedInstance({ engine, clock, config })
  const post = (path: string, body: unknown, key?: string) =>
    send<Session & Refused>('POST', path, { body, ...(key === undefined ? {} : { key }) })
  const logIn = (body: unknown, key?: string) => post('user/session', body, key)

  it('names missing fields', async () => {
    const cases: [unknown, string][] = [
      [{}, 'Login request is missing required email.'],
      [[], 'Login request is missing required email.'],
      [{ email: '' }, 'Login request is missing required email.'],
      [{ email: 5, password: 'x' }, 'Login request is missing required email.'],
      [{ email: { $ne: '' }, password: 'x' }, 'Login request is missing required email.'],
      [{ username: 'somebody', password: 'x' }, 'Login request is missing required email.'],
      [{ email: 'a@b.c' }, 'Login request is missing required password.'],
      [{ email: 'a@b.c', password: ['x'] }, 'Login request is missing required password.'],
    ]
    for (const [body, message] of cases) {
      expect(await logIn(body)).toMatchObject({ status: 400, body: { error: { message }, is_root_admin: false } })
    }
  })

  it('gives the same response to every error, whether the account exists or not', async () => {
    const user = await make.user()
    const admin = await make.admin()
    const inactive = await make.user({ is_active: false })
    const cases: [string, string, string][] = [
      ['user/session', 'nobody@example.test', 'x'],
      ['user/session', user.email, 'wrong'],
      ['user/session', user.email, `${user.password} `],
      ['user/session', "' or 1=1 --", 'x'],
      ['user/session', '%', user.password],
      ['user/session', inactive.email, inactive.password],
      ['user/session', admin.email, admin.password],
      ['system/admin/session', user.email, user.password],
      ['system/admin/session', admin.email, 'wrong'],
    ]
    const answers = await Promise.all(cases.map(([path, email, password]) => post(path, { email, password })))
    for (const { status, body } of answers) expect({ status, body }).toEqual(invalid)
    const sizes = answers.map(({ headers }) => headers['content-length'])
    expect(new Set(sizes).size).toBe(1)
  })

  it('rejects people who have not chosen a password yet', async () => {
    const { id, email } = await make.user()
    await parts.store.db.updateTable('user').set({ password: null }).where('id', '=', id).execute()
    for (const password of ['x', 'null', ' ']) expect((await logIn({ email, password })).status).toBe(401)
  })

  it('rejects an inactive role of the person in the calling app', async () => {
    const app = await make.app()
    const role = await make.role({ is_active: false })
    const user = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
    expect(await logIn(user, app.api_key)).toMatchObject({
      status: 403,
      body: { error: { message: 'Role is not active.' }, is_root_admin: false },
    })
    expect((await logIn(user)).status).toBe(200)
  })

  it('rejects the key of an inactive app', async () => {
    const app = await make.app({ is_active: false })
    const user = await make.user()
    expect(await logIn(user, app.api_key)).toMatchObject({
      status: 403,
      body: { error: { message: 'App is not active.' } },
    })
  })

  it('ignores a token that is sent along', async () => {
    const user = await make.user()
    const answer = await send('POST', 'user/session', { body: user, as: { token: 'garbage' } })
    expect(answer.status).toBe(200)
  })

  it('returns a session with everything a client needs', async () => {
    const admin = await make.admin({ name: 'Ada Admin', first_name: 'Ada', last_name: 'Admin' })
    const { status, body } = await post('system/admin/session', { email: admin.email, password: admin.password })
    expect(status).toBe(200)
    expect(body).toEqual({
      session_token: expect.any(String),
      session_id: body.session_token,
      id: admin.id,
      name: 'Ada Admin',
      first_name: 'Ada',
      last_name: 'Admin',
      email: admin.email,
      is_sys_admin: true,
      last_login_date: plainSeconds(clock()),
      host: expect.any(String),
      token_expiry_date: plainSeconds(clock() + parts.config.tokenTtl * 1000),
      is_root_admin: false,
    })
    expect((await send('GET', 'user/session', { as: { token: body.session_token ?? '' } })).body).toEqual(body)
  })

  it('names the role in the calling app: the person’s own, else the app’s', async () => {
    const own = await make.role({ name: 'own' })
    const fallback = await make.role({ name: 'fallback' })
    const app = await make.app({ role_id: fallback.id })
    const other = await make.app({ role_id: fallback.id })
    const user = await make.user({ roles: [{ app_id: app.id, role_id: own.id }] })
    expect((await logIn(user, app.api_key)).body).toMatchObject({ role: 'own', role_id: own.id })
    expect((await logIn(user, other.api_key)).body).toMatchObject({ role: 'fallback' })
    expect((await logIn(user)).body).not.toHaveProperty('role')
  })

  it('identifies root administrators, and accepts the email address in capitals', async () => {
    const { body } = await post('system/admin/session', { email: root.email.toUpperCase(), password: root.password })
    expect(body).toMatchObject({ is_root_admin: true, email: root.email })
  })

  it('accepts records in lists and forms too', async () => {
    const { email, password } = await make.user()
    expect((await logIn({ resource: [{ email, password }] })).status).toBe(200)
    const form = await send('POST', 'user/session', {
      body: new URLSearchParams({ email, password }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form.status).toBe(200)
  })

  it('voids a pending code', async () => {
    const { id, email, password } = await make.user()
    await parts.store.db.updateTable('user').set({ confirm_code: 'x' }).where('id', '=', id).execute()
    await logIn({ email, password })
    const row = await parts.store.db.selectFrom('user').select('confirm_code').where('id', '=', id).executeTakeFirst()
    expect(row?.confirm_code).toBeNull()
  })

  it('renews a hash of lower cost', async () => {
    const { id, email, password } = await make.user()
    const weak = await createPasswords({ memory: 16, passes: 1, lanes: 1 }).hash(password)
    await parts.store.db.updateTable('user').set({ password: weak }).where('id', '=', id).execute()
    const { body } = await logIn({ email, password })
    const row = await parts.store.db.selectFrom('user').select('password').where('id', '=', id).executeTakeFirst()
    expect(row?.password).toMatch(/m=32,t=1,p=1/)
    expect((await send('GET', 'user/session', { as: { token: body.session_token ?? '' } })).status).toBe(200)
  })
})

describe.each(engines)('sessions on %s', (engine) => {
  const { send, make, root } = sharedInstance({ engine })

  it('cannot be read without one, or an administrator’s by another person', async () => {
    expect((await send('GET', 'user/session')).status).toBe(401)
    expect((await send('GET', 'system/admin/session')).status).toBe(404)
    expect((await send('GET', 'system/admin/session', { as: await make.user() })).status).toBe(401)
  })

  it('have no subresources and do not support PATCH', async () => {
    for (const path of ['user/session', 'user/session/7', 'system/admin/session/7']) {
      expect((await send('PATCH', path, { as: root, body: {} })).status).toBe(400)
    }
    expect((await send('GET', 'user/session/5', { as: root })).status).toBe(404)
  })

  it('of administrators can be read at both endpoints, also by restricted ones', async () => {
    const app = await make.app()
    const role = await make.role()
    const restricted = await make.admin({ roles: [{ app_id: app.id, role_id: role.id }] })
    for (const path of ['user/session', 'system/admin/session']) {
      expect((await send('GET', path, { as: root })).status).toBe(200)
      expect((await send('GET', path, { as: restricted })).status).toBe(200)
    }
    expect((await send('GET', `user/session?session_token=${root.token}`)).status).toBe(200)
  })

  it('with HTTP Basic have no token', async () => {
    const authorization = `Basic ${Buffer.from(`${root.email}:${root.password}`).toString('base64')}`
    const { status, body } = await send('GET', 'system/admin/session', { headers: { authorization } })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { session_token: null, session_id: null, id: root.id },
    })
  })

  it('end without an error, whatever is sent', async () => {
    for (const token of [undefined, 'garbage']) {
      const answer = await send('DELETE', 'user/session', token === undefined ? {} : { as: { token } })
      expect(answer).toMatchObject({ status: 200, body: { success: true, is_root_admin: false } })
    }
  })
})

describe('logging in by username', () => {
  const { send, make } = sharedInstance({ config: { loginAttribute: 'username' } })

  it('ignores the email address', async () => {
    const { email, password } = await make.user({ username: 'thirduser' })
    const byMail = await send('POST', 'user/session', { body: { email, password } })
    expect(byMail.body).toMatchObject({ error: { message: 'Login request is missing required username.' } })
    expect((await send('POST', 'user/session', { body: { username: 'thirduser', password } })).status).toBe(200)
  })
})
