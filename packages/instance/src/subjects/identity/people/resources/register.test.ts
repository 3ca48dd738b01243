import { describe, expect, it } from 'vitest'
import { testClock } from '../../../../testing/test-clock.ts'
import { sharedInstance, type TestInstance, testInstance } from '../../../../testing/test-instance.ts'
import { engines } from '../../../../testing/test-store.ts'

interface Answer {
  readonly success?: boolean
  readonly session_token?: string
  readonly error?: { readonly message: string; readonly context: unknown }
}

const closed = { allow_open_registration: false }
const byPassword = { allow_open_registration: true, open_reg_email_service_id: null }

async function configure({ send, root, make }: TestInstance, config: object): Promise<void> {
  const { status, body } = await send('PATCH', `system/service/${await make.serviceId('user')}`, {
    as: root,
    body: { config },
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
}

const registrationsOf = ({ send }: TestInstance) => {
  return (body: unknown, query = '') => send<Answer>('POST', `user/register${query}`, { body })
}

const peopleOf = async ({ send, root }: TestInstance) => {
  const path = 'system/user?related=user_to_app_to_role_by_user_id'
  return (await send<{ resource: Record<string, unknown>[] }>('GET', path, { as: root })).body.resource
}

const form = (email: string, more: object = {}) => ({ email, new_password: 'a password', ...more })

describe.each(engines)('registering on %s', (engine) => {
  const config = { loginFailures: { account: { count: 100, seconds: 300 }, address: { count: 1000, seconds: 300 } } }
  const instance = sharedInstance({ engine, config })
  const { send, make, root, signIn } = instance
  const register = registrationsOf(instance)

  it('requires POST', async () => {
    expect((await send('GET', 'user/register', { as: root })).status).toBe(400)
    expect((await send('POST', 'user/register/1', { body: {} })).status).toBe(400)
    expect((await send('POST', 'user/register/1', { as: root, body: {} })).status).toBe(404)
  })

  it('is rejected if disabled for every caller, without revealing existing accounts', async () => {
    await configure(instance, closed)
    const { email } = await make.user()
    for (const address of ['new@example.test', email]) {
      const { status, body } = await register(form(address))
      expect({ status, message: body.error?.message }).toEqual({
        status: 403,
        message: 'Open Registration is not enabled.',
      })
    }
  })

  describe('with a password', () => {
    it.each([
      [{}, ['email', 'password']],
      [[], ['email', 'password']],
      [form(''), ['email']],
      [form('nobody'), ['email']],
      [form('a@b c.test'), ['email']],
      [form(`${'a'.repeat(250)}@example.test`), ['email']],
      [{ email: ['a@example.test'], new_password: 'a password' }, ['email']],
      [form('a@example.test', { new_password: '1234' }), ['password']],
      [form('a@example.test', { new_password: 'x'.repeat(1001) }), ['password']],
      [form('a@example.test', { new_password: { $ne: '' } }), ['password']],
      [form('a@example.test', { password_confirmation: 'another one' }), ['password']],
      [form('a@example.test', { username: 'short' }), ['username']],
      [form('a@example.test', { username: 'with blank' }), ['username']],
      [form('a@example.test', { first_name: 'x'.repeat(256) }), ['first_name']],
      [form('a@example.test', { name: 'x'.repeat(256) }), ['name']],
      [form('a@example.test', { last_name: 7.5e300, phone: '0'.repeat(33) }), ['phone']],
      [form('a@example.test', { last_name: {} }), ['last_name']],
    ])('is rejected for the form %j', async (body, fields) => {
      await configure(instance, byPassword)
      const before = await peopleOf(instance)
      const { status, body: answer } = await register(body)
      expect(status).toBe(400)
      expect(Object.keys(answer.error?.context ?? {}).sort()).toEqual(fields)
      expect(answer.error?.message).toMatch(/^Validation failed\. /)
      expect(await peopleOf(instance)).toEqual(before)
    })

    it('is rejected for values that someone else has', async () => {
      await configure(instance, byPassword)
      const { email } = await make.user({ username: 'taken-name' })
      const inUse = (field: string) => ({ [field]: [`${field} is already in use.`] })
      expect((await register(form(email.toUpperCase()))).body.error?.context).toEqual(inUse('email'))
      expect((await register(form(root.email))).body.error?.context).toEqual(inUse('email'))
      const other = await register(form('other@example.test', { username: 'taken-name' }))
      expect(other.body.error?.context).toEqual(inUse('username'))
    })

    it('treats an address in capitals as the same', async () => {
      await configure(instance, byPassword)
      expect((await register(form('Capital@Example.Test'))).status).toBe(200)
      expect((await register(form('capital@example.test'))).status).toBe(400)
      await signIn({ email: 'CAPITAL@example.test', password: 'a password' }, 'user')
    })

    it('creates one account from concurrent requests', async () => {
      await configure(instance, byPassword)
      const answers = await Promise.all([1, 2, 3].map(() => register(form('race@example.test'))))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    })

    it('creates a confirmed account whose rights no sent value can raise', async () => {
      await configure(instance, byPassword)
      const more = { is_sys_admin: true, is_root_admin: 1, is_active: false, id: 1, confirm_code: 'y', role_id: 1 }
      expect(await register(form('ann.lee@example.test', more))).toMatchObject({ body: { success: true }, status: 200 })
      const person = (await peopleOf(instance)).find(({ email }) => email === 'ann.lee@example.test')
      expect(person).toMatchObject({
        name: 'ann lee',
        first_name: 'ann',
        last_name: 'lee',
        username: 'ann.lee@example.test',
        is_active: true,
        confirmed: true,
        is_root_admin: 0,
        user_to_app_to_role_by_user_id: [],
      })
      await signIn({ email: 'ann.lee@example.test', password: 'a password' }, 'user')
    })

    it.each([
      ['reg1', {}, 'reg1', 'reg1', 'reg1 reg1'],
      ['reg2', { first_name: 'Ann' }, 'Ann', 'Ann', 'Ann Ann'],
      ['reg3', { last_name: 'Lee' }, 'reg3', 'Lee', 'reg3 Lee'],
      ['reg4.van.lee', {}, 'reg4', 'van lee', 'reg4 van lee'],
      ['reg5.x', { first_name: 'Ann', last_name: 'Lee', name: 'A. L.' }, 'Ann', 'Lee', 'A. L.'],
    ])('completes the names of %s with %j', async (local, names, first_name, last_name, name) => {
      await configure(instance, byPassword)
      const email = `${local}@example.test`
      expect((await register(form(email, names))).status).toBe(200)
      const person = (await peopleOf(instance)).find((each) => each.email === email)
      expect(person).toMatchObject({ first_name, last_name, name })
    })

    it('signs the person in on request, and stores the security question', async () => {
      await configure(instance, byPassword)
      const question = { security_question: 'Pet?', security_answer: 'Rex' }
      const { body } = await register(form('login@example.test', question), '?login=true')
      expect(body).toEqual({ success: true, session_token: expect.any(String) })
      const session = await send('GET', 'user/session', { as: { token: body.session_token ?? '' } })
      expect(session).toMatchObject({ status: 200, body: { email: 'login@example.test', is_sys_admin: false } })
      const reset = { email: 'login@example.test', security_answer: 'Rex', new_password: 'another one' }
      expect((await send('POST', 'user/password', { body: reset })).status).toBe(200)
    })

    it('assigns the configured role in every app, and mapped roles in their apps', async () => {
      const everywhere = await make.role()
      const mapped = await make.role()
      const app = await make.app()
      await configure(instance, {
        ...byPassword,
        open_reg_role_id: everywhere.id,
        app_role_map: [{ app_id: app.id, role_id: mapped.id }],
      })
      expect((await register(form('roles@example.test'))).status).toBe(200)
      const person = (await peopleOf(instance)).find(({ email }) => email === 'roles@example.test')
      const apps = await send<{ resource: { id: number }[] }>('GET', 'system/app', { as: root })
      const rows = apps.body.resource.map(({ id }) => ({
        app_id: id,
        role_id: id === app.id ? mapped.id : everywhere.id,
      }))
      expect(person?.user_to_app_to_role_by_user_id).toEqual(rows.map((row) => expect.objectContaining(row)))
    })

    it('continues without a deleted role', async () => {
      const gone = await make.role()
      await configure(instance, { ...byPassword, open_reg_role_id: gone.id, app_role_map: [] })
      expect((await send('DELETE', `system/role/${gone.id}`, { as: root })).status).toBe(200)
      expect((await register(form('gone@example.test'))).status).toBe(200)
    })
  })
})

describe('registering', () => {
  it('requires a username where people log in with it', async () => {
    const instance = await testInstance({ config: { loginAttribute: 'username' } })
    await configure(instance, byPassword)
    const register = registrationsOf(instance)
    expect((await register(form('a@example.test'))).body.error?.context).toEqual({ username: [expect.any(String)] })
    expect((await register(form('a@example.test', { username: 'somebody' }))).status).toBe(200)
  })

  it('is limited per network, without blocking logins', async () => {
    const clock = testClock()
    const loginFailures = { account: { count: 3, seconds: 300 }, address: { count: 5, seconds: 300 } }
    const instance = await testInstance({ clock, config: { loginFailures } })
    await configure(instance, byPassword)
    const register = registrationsOf(instance)
    const statuses: number[] = []
    for (let time = 0; time < 6; time++) statuses.push((await register(form(`p${time}@example.test`))).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    await instance.signIn({ email: 'p0@example.test', password: 'a password' }, 'user')
    clock.advance(301)
    expect((await register(form('p9@example.test'))).status).toBe(200)
  })

  it('by mail leaves no account if the mail cannot be sent', async () => {
    const instance = await testInstance()
    await configure(instance, { allow_open_registration: true })
    const { send, root, make } = instance
    const dead = { type: 'smtp_email', name: 'dead', is_active: true, config: { host: '127.0.0.1', port: 9 } }
    const made = await send<{ resource: { id: number }[] }>('POST', 'system/service', { as: root, body: dead })
    const id = made.body.resource[0]?.id
    const register = registrationsOf(instance)
    await configure(instance, { open_reg_email_service_id: id })
    expect((await register({ email: 'a@example.test' })).status).toBe(503)
    await configure(instance, { open_reg_email_service_id: await make.serviceId('email') })
    await instance.parts.store.db.deleteFrom('email_template').execute()
    expect((await register({ email: 'a@example.test' })).status).toBe(503)
    expect(await peopleOf(instance)).toEqual([])
  })
})
