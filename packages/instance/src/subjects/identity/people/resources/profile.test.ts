import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { engines } from '../../../../testing/test-store.ts'

interface Refused {
  error: { message: string; context: Record<string, string[]> }
}

describe.each(engines)('profiles on %s', (engine) => {
  const { send, make, parts, root } = sharedInstance({ engine })
  const put = (body: unknown, as?: { token: string }) => send<Refused>('PUT', 'user/profile', { body, as })
  const isAlive = async (token: string) => (await send('GET', 'user/session', { as: { token } })).status === 200

  it('require a signed-in caller', async () => {
    for (const verb of ['GET', 'POST', 'PUT', 'PATCH']) {
      expect((await send(verb, 'user/profile', { body: verb === 'GET' ? undefined : {} })).status).toBe(401)
    }
    expect((await send('DELETE', 'user/profile', { as: root })).status).toBe(400)
    expect((await send('GET', 'user/profile/1', { as: root })).status).toBe(404)
  })

  it('of administrators are not accessible for users', async () => {
    expect((await send('GET', 'system/admin/profile', { as: await make.user() })).status).toBe(403)
  })

  it('of administrators are accessible for restricted ones too, with and without a key', async () => {
    const app = await make.app()
    const restricted = await make.admin({ roles: [{ app_id: app.id, role_id: (await make.role()).id }] })
    for (const key of [{}, { key: app.api_key }]) {
      const answer = await send('GET', 'system/admin/profile', { as: restricted, ...key })
      expect(answer).toMatchObject({ status: 200, body: { email: restricted.email } })
    }
  })

  it('show the person’s own data', async () => {
    const user = await make.user({ name: 'Bob C', first_name: 'Bob', last_name: 'Clerk' })
    expect((await send('GET', 'user/profile', { as: user })).body).toEqual({
      username: user.email,
      first_name: 'Bob',
      last_name: 'Clerk',
      name: 'Bob C',
      email: user.email,
      phone: null,
      security_question: null,
      default_app_id: null,
      oauth_provider: '',
      adldap: '',
    })
  })

  it('are rejected with the errors of each field', async () => {
    const user = await make.user()
    const taken = await make.user({ username: 'taken-name' })
    const cases: [object, string][] = [
      [{ name: true }, 'name'],
      [{ first_name: 'x'.repeat(256) }, 'first_name'],
      [{ phone: '5'.repeat(33) }, 'phone'],
      [{ username: 'short' }, 'username'],
      [{ username: 'with blanks' }, 'username'],
      [{ username: 'taken-name' }, 'username'],
      [{ default_app_id: 'x' }, 'default_app_id'],
      [{ default_app_id: 999_999 }, 'default_app_id'],
      [{ security_answer: { $gt: '' } }, 'security_answer'],
      [{ email: 'no address', current_password: user.password }, 'email'],
      [{ email: taken.email, current_password: user.password }, 'email'],
      [{ email: 'new@example.test' }, 'current_password'],
      [{ email: 'new@example.test', current_password: 'wrong' }, 'current_password'],
    ]
    for (const [body, field] of cases) {
      const answer = await put(body, user)
      expect({ body, status: answer.status, fields: Object.keys(answer.body.error?.context ?? {}) }).toEqual({
        body,
        status: 400,
        fields: [field],
      })
    }
    expect((await send('GET', 'user/profile', { as: user })).body).toMatchObject({ email: user.email, phone: null })
  })

  it('cannot raise a person’s rights', async () => {
    const user = await make.user()
    const more = {
      is_sys_admin: true,
      is_root_admin: 1,
      id: root.id,
      is_active: false,
      password: 'changed',
      token_generation: 9,
    }
    expect(await put({ ...more, phone: '1' }, user)).toMatchObject({ status: 200, body: { success: true } })
    const row = await parts.store.db.selectFrom('user').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ is_sys_admin: 0, is_root_admin: 0, is_active: 1, token_generation: 0, phone: '1' })
    expect((await send('POST', 'user/session', { body: user })).status).toBe(200)
  })

  it('change the sent fields, keep those that are absent or null, and record who changed them and when', async () => {
    const app = await make.app()
    const user = await make.user({ first_name: 'Bob', last_name: 'Clerk' })
    const before = await parts.store.db
      .selectFrom('user')
      .selectAll()
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow()
    const body = { first_name: 'Bobby', last_name: null, phone: '1', default_app_id: app.id }
    for (const verb of ['PUT', 'POST', 'PATCH']) {
      expect(await send(verb, 'user/profile', { body, as: user })).toMatchObject({
        status: 200,
        body: { success: true },
      })
    }
    expect((await send('GET', 'user/profile', { as: user })).body).toMatchObject({ ...body, last_name: 'Clerk' })
    const row = await parts.store.db.selectFrom('user').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ last_modified_by_id: user.id, revision: before.revision + 3 })
    expect((await send('GET', 'user/session', { as: user })).body).toMatchObject({ first_name: 'Bobby' })
  })

  it('have their own language, which the session includes', async () => {
    const user = await make.user()
    const change = (language: unknown) => send('PATCH', 'user/profile', { as: user, body: { language } })
    const told = async () => {
      const profile = await send('GET', 'user/profile', { as: user })
      const session = await send('GET', 'user/session', { as: user })
      return [profile.body, session.body]
    }
    const untold = expect.not.objectContaining({ language: expect.anything() })
    expect(await told()).toEqual([untold, untold])
    for (const unknown of ['tlh', 'DE', 'constructor', 7, true, ['de'], {}]) {
      expect(await change(unknown)).toMatchObject({
        status: 400,
        body: { error: { context: { language: [expect.any(String)] } } },
      })
    }
    expect((await change('de')).status).toBe(200)
    expect(await told()).toMatchObject([{ language: 'de' }, { language: 'de' }])
    expect((await change(null)).status).toBe(200)
    expect(await told()).toMatchObject([{ language: 'de' }, { language: 'de' }])
    expect((await change('')).status).toBe(200)
    expect(await told()).toEqual([untold, untold])
  })

  it('hide the security answer, and remove it together with the question', async () => {
    const user = await make.user()
    await put({ security_question: 'Pet?', security_answer: 'Rex' }, user)
    const { body } = await send<object>('GET', 'user/profile', { as: user })
    expect(body).toMatchObject({ security_question: 'Pet?' })
    expect(JSON.stringify(body)).not.toMatch(/answer|argon/)
    await put({ security_question: null }, user)
    const row = await parts.store.db.selectFrom('user').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ security_question: null, security_answer: null })
  })

  it('with a new email address end all other sessions and return a new token', async () => {
    const user = await make.user()
    const other = await parts.tokens.issue(user.id, false)
    const email = `new-${user.email}`
    const body = { email, current_password: user.password }
    const answer = await send<{ session_token: string }>('PUT', 'user/profile', { body, as: user })
    expect(answer).toMatchObject({ status: 200, body: { success: true, session_token: expect.any(String) } })
    expect([await isAlive(user.token), await isAlive(other)]).toEqual([false, false])
    const session = await send('GET', 'user/session', { as: { token: answer.body.session_token } })
    expect(session).toMatchObject({ status: 200, body: { email } })
    expect((await put({ email }, { token: answer.body.session_token })).body).toEqual({ success: true })
  })
})
