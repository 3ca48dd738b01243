import { performance } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import type { Credentials } from '../../../request/call.ts'
import type { Caller } from '../../../request/caller.ts'
import { fixture } from '../../../testing/fixture.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance, testInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'
import { zeroKeys } from '../../../testing/zero-keys.ts'
import { createIdentity } from './identity.ts'

const nothing: Credentials = { apiKey: null, token: null, basic: null, scriptToken: null }
const basic = (email: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
})

describe.each(engines)('identifying the caller, on %s', (engine) => {
  const { make, parts, root } = sharedInstance({ engine })
  const identity = fixture(async () => createIdentity({ ...parts, tokenKeys: zeroKeys }))
  const tokenOf = (id: number) => identity.tokens.issue(id, false)
  const who = (credentials: Partial<Credentials>) => identity.identify({ ...nothing, ...credentials }, '127.0.0.1')

  it('rejects a script token', () => {
    expect(() => who({ scriptToken: 'x' })).toThrow(/^Invalid token: /)
  })

  it('rejects the key of an inactive app, whatever else is sent', async () => {
    const { api_key: apiKey } = await make.app({ is_active: false })
    for (const token of [null, await tokenOf(root.id)]) {
      await expect(who({ apiKey, token })).rejects.toMatchObject({ status: 403, message: 'App is not active.' })
    }
  })

  it('yields no person without credentials, and no app for an unknown key', async () => {
    const nobody = { user: null, app: null, role: null, sysadmin: false, token: null }
    expect(await who({})).toEqual({ ...nobody, sentKey: false })
    expect(await who({ apiKey: 'unknown' })).toEqual({ ...nobody, sentKey: true })
    const token = await tokenOf(root.id)
    expect(await who({ apiKey: 'unknown', token })).toMatchObject({ app: null, sentKey: true, sysadmin: true })
  })

  it('gives guests the role of the app', async () => {
    const role = await make.role()
    const app = await make.app({ role_id: role.id })
    expect(await who({ apiKey: app.api_key })).toMatchObject({ user: null, app: { id: app.id }, role: { id: role.id } })
  })

  it('gives users their own role in the app, else the app’s, and none without a key or in an app without a role', async () => {
    const own = await make.role()
    const fallback = await make.role()
    const first = await make.app({ role_id: fallback.id })
    const second = await make.app({ role_id: fallback.id })
    const third = await make.app()
    const user = await make.user({ roles: [{ app_id: first.id, role_id: own.id }] })
    const token = await tokenOf(user.id)
    const roleIn = async (apiKey: string | null) => (await who({ token, apiKey })).role?.id ?? null
    expect(await roleIn(first.api_key)).toBe(own.id)
    expect(await roleIn(second.api_key)).toBe(fallback.id)
    expect(await roleIn(third.api_key)).toBeNull()
    expect(await roleIn(null)).toBeNull()
  })

  it('treats an administrator without roles as unrestricted, and restricts one with a role', async () => {
    const app = await make.app()
    const role = await make.role()
    const free = await make.admin()
    const restricted = await make.admin({ roles: [{ app_id: app.id, role_id: role.id }] })
    expect((await who({ token: await tokenOf(free.id) })).sysadmin).toBe(true)
    const caller = await who({ token: await tokenOf(restricted.id) })
    expect(caller).toMatchObject({ sysadmin: false, user: { is_sys_admin: true } })
  })

  it('returns a known caller synchronously, without a promise', async () => {
    const app = await make.app({ role_id: (await make.role()).id })
    const cases = [
      { token: await tokenOf(root.id) },
      { token: await tokenOf(root.id), apiKey: app.api_key },
      { apiKey: app.api_key },
      {},
    ]
    for (const credentials of cases) {
      const first = await who(credentials)
      const second = who(credentials)
      expect(second).not.toBeInstanceOf(Promise)
      expect(second).toBe(first)
    }
  })

  describe('follows changes', () => {
    const announce = (table: 'user' | 'app' | 'role' | 'service' | 'user_to_app_to_role', ids: number[]) =>
      parts.store.changes.publish([{ table, ids }])

    async function known(): Promise<{ call: () => Promise<Caller>; ids: { user: number; app: number; role: number } }> {
      const role = await make.role({ name: `before ${performance.now()}` })
      const app = await make.app()
      const user = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
      const token = await tokenOf(user.id)
      const call = async () => who({ token, apiKey: app.api_key })
      await call()
      return { call, ids: { user: user.id, app: app.id, role: role.id } }
    }

    it('of the person', async () => {
      const { call, ids } = await known()
      await parts.store.db.updateTable('user').set({ name: 'After' }).where('id', '=', ids.user).execute()
      await announce('user', [ids.user])
      expect((await call()).user?.name).toBe('After')
    })

    it('of the app', async () => {
      const { call, ids } = await known()
      await parts.store.db.updateTable('app').set({ is_active: 0 }).where('id', '=', ids.app).execute()
      await announce('app', [ids.app])
      await expect(call()).rejects.toMatchObject({ status: 403 })
    })

    it('of the role', async () => {
      const { call, ids } = await known()
      await parts.store.db.updateTable('role').set({ is_active: 0 }).where('id', '=', ids.role).execute()
      await announce('role', [ids.role])
      expect((await call()).role?.isActive).toBe(false)
    })

    it('of the role’s rules and of the services that they name', async () => {
      const { call, ids } = await known()
      const service = await make.service({ name: 'first-name' })
      const columns = { component: '*', verb_mask: 1, requestor_mask: 1, filter_op: 'AND' }
      const dates = { created_date: '', last_modified_date: '' }
      const row = { ...columns, ...dates, role_id: ids.role, service_id: service.id }
      await parts.store.db.insertInto('role_service_access').values(row).execute()
      await parts.store.changes.publish([{ table: 'role_service_access', ids: [] }])
      expect((await call()).role?.rules).toMatchObject([{ service: 'first-name' }])
      await parts.store.db.updateTable('service').set({ name: 'second' }).where('id', '=', service.id).execute()
      await announce('service', [service.id])
      expect((await call()).role?.rules).toMatchObject([{ service: 'second' }])
    })

    it('of people’s roles', async () => {
      const { call, ids } = await known()
      await parts.store.db.deleteFrom('user_to_app_to_role').where('user_id', '=', ids.user).execute()
      await announce('user_to_app_to_role', [1])
      expect((await call()).role).toBeNull()
    })

    it('and keeps other callers cached', async () => {
      const other = await make.role()
      const { call } = await known()
      const before = await call()
      await parts.store.db.updateTable('role').set({ is_active: 0 }).where('id', '=', other.id).execute()
      await announce('role', [other.id])
      expect(await call()).toBe(before)
    })

    it('even if the change happens while the record is loaded', async () => {
      const { ids } = await known()
      const reading = identity.directory.reread(ids.user)
      await announce('user', [ids.user])
      expect((await reading).stale).toBe(true)
    })
  })
})

describe.each(engines)('HTTP Basic on %s', (engine) => {
  const clock = testClock()
  const { send, make, root } = sharedInstance({ engine, clock })

  it('rejects a wrong password, an unknown person and malformed headers with the error envelope', async () => {
    const user = await make.user()
    const inactive = await make.user({ is_active: false })
    const answers = [
      basic(user.email, 'wrong'),
      basic('nobody@example.test', 'wrong'),
      basic(inactive.email, inactive.password),
      basic('a\0b', 'x'),
      basic('', ''),
      { authorization: 'Basic %%%' },
    ]
    const wrong = { code: 401, context: null, message: 'Invalid credentials supplied.', status_code: 401 }
    for (const headers of answers) {
      const { status, body } = await send('GET', 'user/session', { headers })
      expect({ status, body }).toEqual({
        status: 401,
        body: { error: { ...wrong, request_id: expect.any(String) } },
      })
    }
  })

  it('accepts users and administrators, but only if no token is sent', async () => {
    const user = await make.user()
    for (const person of [user, root]) {
      const answer = await send('GET', 'user/session', { headers: basic(person.email, person.password) })
      expect(answer).toMatchObject({ status: 200, body: { id: person.id } })
    }
    const both = await send('GET', 'user/session', { as: root, headers: basic(user.email, 'wrong') })
    expect(both).toMatchObject({ status: 200, body: { id: root.id } })
  })

  it('shares the throttle with logins', async () => {
    const user = await make.user()
    const wrong = { body: { email: user.email, password: 'wrong' } }
    for (let time = 0; time < 5; time++) {
      await send('GET', 'user/session', { headers: basic(user.email, `wrong ${time}`) })
      await send('POST', 'user/session', { body: { ...wrong.body, password: `also wrong ${time}` } })
    }
    clock.advance(60)
    for (const answer of [
      await send('GET', 'user/session', { headers: basic(user.email, user.password) }),
      await send('POST', 'user/session', { body: { email: user.email, password: user.password } }),
    ]) {
      expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '240' } })
      expect(answer.body).toMatchObject({
        error: { code: 429, message: 'Too many failed attempts. Try again in 240 seconds.' },
      })
    }
    expect((await send('GET', 'user/session', { as: user })).status).toBe(200)
    clock.advance(240)
    expect((await send('GET', 'user/session', { headers: basic(user.email, user.password) })).status).toBe(200)
  })
})

describe('a console that tries both login endpoints', () => {
  it('uses one attempt per password', async () => {
    const { send, make } = await testInstance()
    const admin = await make.admin()
    const tryBoth = async (password: string) => {
      const body = { email: admin.email, password }
      const first = await send('POST', 'user/session', { body })
      return first.status === 401 ? (await send('POST', 'system/admin/session', { body })).status : first.status
    }
    for (let time = 1; time <= 9; time++) expect(await tryBoth(`wrong ${time}`)).toBe(401)
    expect(await tryBoth(admin.password)).toBe(200)
    for (let time = 1; time <= 10; time++) expect(await tryBoth(`wrong ${time}`)).toBe(401)
    expect(await tryBoth(admin.password)).toBe(429)
  })
})
