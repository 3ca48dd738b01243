import { describe, expect, it } from 'vitest'
import { sharedInstance, type TestInstance, testInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

interface Written {
  readonly resource: readonly [Record<string, unknown> & { id: number }]
}

const refusedFor = (context: object) => ({
  status: 400,
  body: { error: { context: { resource: [{ code: 400, context }] } } },
})

describe.each(engines)('people on %s', (engine) => {
  const instance = sharedInstance({ engine })
  const { send, root, make, parts } = instance
  let made = 0
  const address = () => {
    made += 1
    return `person${made}@example.test`
  }
  const create = (body: object, kind = 'user') => send<Written>('POST', `system/${kind}?fields=*`, { as: root, body })
  const stored = (id: number) =>
    parts.store.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  const found = async (filter: string) => {
    const answer = await send<{ resource: { id: number }[] }>(
      'GET',
      `system/user?fields=id&order=id&filter=${encodeURIComponent(filter)}`,
      { as: root },
    )
    return answer.status === 200 ? answer.body.resource.map(({ id }) => id) : answer.status
  }

  it('are found by whether they confirmed their invitation, and by their roles', async () => {
    const role = await make.role()
    const portal = await make.app()
    const kiosk = await make.app()
    const roles = [portal, kiosk].map(({ id }) => ({ app_id: id, role_id: role.id }))
    const held = await make.user({ name: 'Sought', roles })
    const invited = { email: address(), name: 'Sought' }
    const answer = await send<Written>('POST', 'system/user?send_invite=true', { as: root, body: [invited] })
    const [other] = answer.body.resource
    for (const filter of ['role_id > 1', 'role_id = x', 'confirmed like "%1%"', 'confirmed = maybe', 'expired = true'])
      expect(await found(filter), filter).toBe(400)
    expect(await found(`role_id = ${role.id}`)).toEqual([held.id])
    expect(await found(`(name = "Sought") and (role_id != ${role.id})`)).toEqual([other.id])
    expect(await found('(name = "Sought") and (confirmed = false)')).toEqual([other.id])
    expect(await found(`(name = "Sought") and (confirmed != 0) and (role_id = ${role.id})`)).toEqual([held.id])
  })

  it.each([
    [{}, { email: ['email is required.'] }],
    [{ email: 'no address' }, { email: ['The email field must be a valid email address.'] }],
    [{ email: 'a@b@c.test' }, { email: [expect.any(String)] }],
    [{ email: `${'a'.repeat(250)}@example.test` }, { email: [expect.stringContaining('255')] }],
    [{ email: 'a@x.test', username: 'short' }, { username: ['username must have at least 6 characters.'] }],
    [{ email: 'a@x.test', username: 'with blank' }, { username: ['username must not contain spaces.'] }],
    [{ email: 'a@x.test', password: 'abcd' }, { password: ['The password field must be at least 5 characters.'] }],
    [{ email: 'a@x.test', password: 'a'.repeat(1001) }, { password: [expect.stringContaining('1000')] }],
    [{ email: 'a@x.test', password: { $ne: '' } }, { password: ['password must be a text.'] }],
    [{ email: 'a@x.test', default_app_id: 9999 }, { default_app_id: [expect.stringContaining('app 9999')] }],
    [{ email: 'a@x.test', phone: '1'.repeat(33) }, { phone: [expect.stringContaining('32')] }],
  ])('are not created from %o', async (record, context) => {
    expect(await create([record])).toMatchObject(refusedFor(context))
  })

  it('have one address in any letter case, and sign in with all spellings', async () => {
    const email = address()
    const person = { name: 'Capital', password: 'a password' }
    const [made] = (await create({ email: ` ${email.toUpperCase()}`, ...person })).body.resource
    expect(made).toMatchObject({ email })
    expect(await create({ email: email.replace('p', 'P') }, 'admin')).toMatchObject(
      refusedFor({ email: ['email is already in use.'] }),
    )
    const other = await make.user()
    const change = await send('PATCH', `system/user/${other.id}`, { as: root, body: { email: email.toUpperCase() } })
    expect(change.status).toBe(400)
    for (const typed of [email, email.toUpperCase(), email.replace('p', 'P')]) {
      const body = { email: typed, password: person.password }
      expect(await send('POST', 'user/session', { body })).toMatchObject({ status: 200, body: { email } })
    }
  })

  it('cannot share an email address or a username', async () => {
    const email = address()
    await create({ email, username: 'username1' })
    expect(await create({ email })).toMatchObject(refusedFor({ email: ['email is already in use.'] }))
    expect(await create({ email: address(), username: 'username1' })).toMatchObject(
      refusedFor({ username: ['username is already in use.'] }),
    )
    expect(await create({ email, username: 'username1' }, 'admin')).toMatchObject(
      refusedFor({ email: ['email is already in use.'], username: ['username is already in use.'] }),
    )
  })

  it.each([
    [{ first_name: 'Ann', last_name: 'Lee' }, 'Ann Lee'],
    [{ first_name: 'Ann' }, 'Ann'],
    [{}, /^person\d+$/],
    [{ name: 'Boss', first_name: 'Ann' }, 'Boss'],
    [{ name: null, last_name: 'Lee' }, 'Lee'],
  ])('are named after what is known: %o', async (given, name) => {
    const email = address()
    const { body } = await create({ ...given, email: ` ${email} ` })
    expect(body.resource[0]).toMatchObject({
      email,
      username: email,
      is_active: true,
      is_root_admin: 0,
      confirmed: true,
    })
    expect(body.resource[0].name).toMatch(name)
  })

  it('are inactive on request', async () => {
    expect((await create({ email: address(), is_active: false })).body.resource[0]).toMatchObject({ is_active: false })
  })

  it('cannot become root, administrators or confirmed through the API', async () => {
    const sent = { email: address(), is_root_admin: 1, is_sys_admin: true, token_generation: 7, confirm_code: 'x' }
    const { id } = (await create(sent)).body.resource[0]
    expect(await stored(id)).toMatchObject({
      is_root_admin: 0,
      is_sys_admin: 0,
      token_generation: 0,
      confirm_code: null,
    })
  })

  it('have a password that is stored as a hash and works', async () => {
    const email = address()
    const { body } = await create({ email, password: 'secret one', security_question: 'Pet?', security_answer: 'Rex' })
    expect(JSON.stringify(body)).not.toMatch(/secret one|argon|Rex/i)
    const row = await stored(body.resource[0].id)
    expect(row.password).toMatch(/^\$argon2id\$/)
    expect(row.security_answer).toMatch(/^\$argon2id\$/)
    expect(await instance.signIn({ email, password: 'secret one' }, 'user')).toMatchObject({
      token: expect.any(String),
    })
    await send('PATCH', `system/user/${body.resource[0].id}`, { as: root, body: { security_question: null } })
    expect(await stored(body.resource[0].id)).toMatchObject({ security_question: null, security_answer: null })
  })

  it('keep their password if none is sent', async () => {
    const user = await make.user()
    const before = await stored(user.id)
    await send('PATCH', `system/user/${user.id}`, { as: root, body: { password: null, phone: '1' } })
    expect(await stored(user.id)).toMatchObject({ password: before.password, token_generation: 0, phone: '1' })
  })

  it('of the other kind are unaffected', async () => {
    const user = await make.user()
    const admin = await make.admin()
    for (const [verb, path, status] of [
      ['PATCH', `system/user/${admin.id}`, 403],
      ['DELETE', `system/user/${admin.id}`, 403],
      ['PATCH', `system/admin/${user.id}`, 400],
      ['DELETE', `system/admin/${user.id}`, 400],
    ] as const) {
      expect((await send(verb, path, { as: root, body: { name: 'x' } })).status).toBe(status)
    }
    expect(await stored(admin.id)).toMatchObject({ is_sys_admin: 1, name: expect.stringMatching(/^Admin/) })
  })

  it('have one role per app', async () => {
    const app = await make.app()
    const role = await make.role()
    const user = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
    const rows = [{ app_id: app.id, role_id: role.id }]
    const answer = await send('PATCH', `system/user/${user.id}`, {
      as: root,
      body: { user_to_app_to_role_by_user_id: rows },
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/^Multiple user-to-app/) } },
    })
  })

  it.each<[string, object]>([
    ['the password', { password: 'another one' }],
    ['the email address', { email: 'moved@example.test' }],
    ['the account being deactivated', { is_active: false }],
  ])('lose their tokens with %s', async (_, body) => {
    const user = await make.user()
    await send('GET', 'user/profile', { as: user })
    expect((await send('PATCH', `system/user/${user.id}`, { as: root, body })).status).toBe(200)
    expect(await send('GET', 'user/profile', { as: user })).toMatchObject({ status: 403 })
    await send('DELETE', `system/user/${user.id}`, { as: root })
    expect(await send('GET', 'user/profile', { as: user })).toMatchObject({ status: 401 })
  })

  it('keep their tokens with other changes', async () => {
    const user = await make.user()
    const body = { name: 'New', email: user.email, is_active: true, phone: '5' }
    await send('PATCH', `system/user/${user.id}`, { as: root, body })
    expect((await send('GET', 'user/profile', { as: user })).status).toBe(200)
  })
})

describe.each(engines)('administrators on %s', (engine) => {
  const own = ({ send, root }: TestInstance, verb: string, body?: object) =>
    send<Record<string, unknown>>(verb, `system/admin/${root.id}?fields=id`, { as: root, body })

  it('are for root administrators only in every request, except for reading a session', async () => {
    const { send, make, root } = await testInstance({ engine })
    const admin = await make.admin()
    for (const [verb, path] of [
      ['GET', 'system/admin'],
      ['GET', `system/admin/${admin.id}`],
      ['POST', 'system/admin'],
      ['PATCH', `system/admin/${root.id}`],
      ['DELETE', `system/admin/${root.id}`],
      ['DELETE', `system/admin/${root.id}/session`],
    ] as const) {
      const answer = await send(verb, path, {
        as: admin,
        body: verb === 'GET' ? undefined : { email: 'x@example.test' },
      })
      expect(answer, `${verb} ${path}`).toMatchObject({ status: 403, body: { error: { code: 403 } } })
    }
    const related = 'related=user_to_app_to_role_by_user_id'
    const session = await send('GET', `system/admin/${admin.id}/session?${related}`, { as: admin })
    expect(session).toMatchObject({ status: 200, body: { id: admin.id, user_to_app_to_role_by_user_id: [] } })
    expect((await send('GET', 'system/admin?count_only=true', { as: root })).body).toBe(2)
  })

  it('all count as root while there is no root administrator', async () => {
    const { send, make, parts, root } = await testInstance({ engine })
    const admin = await make.admin()
    await parts.store.db.updateTable('user').set({ is_root_admin: 0 }).where('id', '=', root.id).execute()
    await parts.store.changes.publish([{ table: 'user', ids: 'all' }])
    expect((await send('GET', 'system/admin', { as: admin })).status).toBe(200)
  })

  it('cannot delete themselves, nor the last root administrator', async () => {
    const instance = await testInstance({ engine })
    const { send, root, make } = instance
    expect(await own(instance, 'DELETE')).toMatchObject({
      status: 403,
      body: { error: { message: 'Cannot delete your account.' } },
    })
    expect(await own(instance, 'PATCH', { is_active: false })).toMatchObject({ status: 409 })
    const second = await make.admin({ is_root_admin: true })
    expect((await send('PATCH', `system/admin/${second.id}`, { as: root, body: { is_active: false } })).status).toBe(
      200,
    )
    expect((await send('DELETE', `system/admin?ids=${second.id}&rollback=true`, { as: root })).status).toBe(200)
  })

  it('cannot delete the last two root administrators concurrently', async () => {
    const { send, root, make } = await testInstance({ engine })
    const second = await make.admin({ is_root_admin: true })
    const off = { is_active: false }
    const answers = await Promise.all([
      send('PATCH', `system/admin/${second.id}`, { as: root, body: off }),
      send('PATCH', `system/admin/${root.id}`, { as: second, body: off }),
    ])
    const [succeeded, refused] = answers.map(({ status }) => status).sort()
    expect(succeeded).toBe(200)
    expect([403, 409]).toContain(refused)
  })

  it('get a new token if a change ended their own', async () => {
    const instance = await testInstance({ engine })
    const { send, root } = instance
    const answer = await own(instance, 'PATCH', { password: 'a new password' })
    expect(answer).toMatchObject({ status: 200, body: { id: root.id, session_token: expect.any(String) } })
    expect((await own(instance, 'GET')).status).toBe(403)
    const fresh = { token: String(answer.body.session_token) }
    const moved = await send<Written>('PATCH', 'system/admin', {
      as: fresh,
      body: [{ id: root.id, email: 'moved@example.test' }],
    })
    expect(moved.body.resource[0].session_token).toEqual(expect.any(String))
    const last = { token: String(moved.body.resource[0].session_token) }
    const kept = await send('PATCH', `system/admin/${root.id}`, { as: last, body: { phone: '1' } })
    expect(kept.body).toEqual({ id: root.id })
  })
})
