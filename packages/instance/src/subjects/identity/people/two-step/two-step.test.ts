import type { Session } from '@millwright/contract/wire/session'
import type { TwoStepState } from '@millwright/contract/wire/two-step'
import { describe, expect, it } from 'vitest'
import { altered } from '../../../../testing/altered.ts'
import { testClock } from '../../../../testing/test-clock.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { engines } from '../../../../testing/test-store.ts'
import { askedIn, codeAt, enrol, setPolicy } from '../../../../testing/two-step.ts'

interface Told {
  error: { message: string; context: Record<string, unknown> }
}

const basic = (email: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
})

describe.each(engines)('the second step on %s', (engine) => {
  const clock = testClock()
  const config = {
    allowForeverSessions: true,
    loginFailures: { account: { count: 5, seconds: 300 }, address: { count: 1000, seconds: 300 } },
  }
  const instance = sharedInstance({ engine, clock, config })
  const { send, make, root, parts } = instance
  const logIn = (body: object, path = 'user/session') => send<Session & Told>('POST', path, { body })
  const credentials = ({ email, password }: { email: string; password: string }) => ({ email, password })
  const isAlive = async (token: string) => (await send('GET', 'user/session', { as: { token } })).status === 200
  /** A code that was not used yet: advances the clock to the next one. */
  const fresh = (secret: string) => {
    clock.advance(30)
    return codeAt(secret, clock())
  }
  const enrolled = async () => {
    const user = await make.user()
    return { ...user, ...(await enrol(instance, user)) }
  }

  describe('before it is enabled', () => {
    it('is required for no one, and cannot be set up', async () => {
      const user = await make.user()
      expect((await send<TwoStepState>('GET', 'user/two_step', { as: user })).body.policy).toBe('off')
      for (const path of ['one_time_code', 'recovery_codes', 'passkey', 'app_password']) {
        const body = { current_password: user.password, name: 'x' }
        expect((await send('POST', `user/two_step/${path}`, { as: user, body })).status).toBe(403)
      }
      expect((await logIn({ passkey: true })).status).toBe(400)
      expect((await send<object>('GET', 'system/environment')).body).not.toHaveProperty('authentication.passkeys')
    })

    it('is enabled by unrestricted administrators only, with a known value', async () => {
      const app = await make.app()
      const restricted = await make.admin({ roles: [{ app_id: app.id, role_id: (await make.role()).id }] })
      for (const as of [undefined, await make.user(), restricted]) {
        const answer = await send('PUT', 'system/two_step', { as, body: { policy: 'allowed' } })
        expect([400, 403]).toContain(answer.status)
      }
      for (const policy of ['on', '', null, 5, { $ne: 'off' }]) {
        expect((await send('PUT', 'system/two_step', { as: root, body: { policy } })).status).toBe(400)
      }
      await setPolicy(instance, 'allowed')
      expect((await send('GET', 'system/two_step', { as: root })).body).toEqual({ policy: 'allowed' })
      expect((await send<object>('GET', 'system/environment')).body).toHaveProperty('authentication.passkeys', true)
    })
  })

  describe('set up', () => {
    it('requires a session and the password', async () => {
      const user = await make.user()
      const path = 'user/two_step/one_time_code'
      expect((await send('GET', 'user/two_step')).status).toBe(401)
      expect((await send('POST', path, { body: {} })).status).toBe(401)
      for (const body of [{}, { current_password: 'wrong' }]) {
        expect(await send('POST', path, { as: user, body })).toMatchObject({
          status: 400,
          body: { error: { context: { current_password: [expect.any(String)] } } },
        })
      }
      expect((await send('PATCH', path, { as: user, body: {} })).status).toBe(400)
      expect((await send('GET', 'user/two_step/nothing', { as: user })).status).not.toBe(200)
    })

    it('requires a correct code of the person’s own key', async () => {
      const user = await make.user()
      const other = await make.user()
      const path = 'user/two_step/one_time_code'
      const begin = async (person: typeof user) => {
        const body = { current_password: person.password }
        return (await send<{ secret: string; challenge: string }>('POST', path, { as: person, body })).body
      }
      const own = await begin(user)
      const others = await begin(other)
      const put = (body: object) => send<Told>('PUT', path, { as: user, body })
      const right = codeAt(own.secret, clock())
      expect((await put({ challenge: own.challenge })).status).toBe(400)
      expect((await put({ code: right })).status).toBe(400)
      expect((await put({ challenge: own.challenge, code: codeAt(own.secret, clock() - 300_000) })).status).toBe(400)
      expect((await put({ challenge: others.challenge, code: codeAt(others.secret, clock()) })).status).toBe(400)
      expect((await put({ challenge: altered(own.challenge), code: right })).status).toBe(400)
      expect((await put({ challenge: parts.vault.seal('{}'), code: right })).status).toBe(400)
      expect(await put({ challenge: own.challenge, code: right })).toMatchObject({ status: 200 })
    })

    it('ends all other sessions, returns ten recovery codes once, and is in the audit log without secrets', async () => {
      const user = await make.user()
      const elsewhere = await parts.tokens.issue(user.id, false)
      const { secret, recovery_codes, token } = await enrol(instance, user)
      expect(new Set(recovery_codes).size).toBe(10)
      expect([await isAlive(user.token), await isAlive(elsewhere), await isAlive(token)]).toEqual([false, false, true])
      const { body } = await send<TwoStepState>('GET', 'user/two_step', { as: { token } })
      expect(body).toMatchObject({ one_time_code: expect.any(String), recovery_codes: 10, required: false })
      const trail = await parts.store.db
        .selectFrom('audit')
        .selectAll()
        .where('record_id', '=', String(user.id))
        .orderBy('id')
        .execute()
      expect(trail.at(-1)).toMatchObject({ user_id: user.id, record_id: String(user.id), record_name: user.email })
      const stored = JSON.stringify([
        trail,
        await parts.store.db.selectFrom('one_time_code').selectAll().execute(),
        await parts.store.db.selectFrom('recovery_code').selectAll().execute(),
      ])
      for (const hidden of [secret, ...recovery_codes]) expect(stored).not.toContain(hidden)
    })
  })

  describe('at login', () => {
    it('is revealed only after the correct password', async () => {
      const user = await enrolled()
      const wrong = await logIn({ email: user.email, password: 'wrong' })
      expect(wrong.body.error).toMatchObject({ message: 'Invalid credentials supplied.', context: null })
      const answer = await logIn(credentials(user))
      expect(answer.body.error.message).toMatch(/^The password is right; a one-time code is needed too\./)
      expect(askedIn(answer)).toMatchObject({ methods: ['code', 'recovery_code'], expires_in: 300 })
      expect(answer.body).not.toHaveProperty('session_token')
    })

    it('rejects wrong and used codes, and those of another time', async () => {
      const user = await enrolled()
      const { challenge } = askedIn(await logIn(credentials(user)))
      const right = fresh(user.secret)
      const wrong = right === '000000' ? '000001' : '000000'
      for (const code of [wrong, '12345', 'no code', codeAt(user.secret, clock() + 90_000)]) {
        expect((await logIn({ challenge, code })).status).toBe(401)
      }
      clock.advance(2)
      expect(askedIn(await logIn({ challenge }))).toMatchObject({ challenge, methods: ['code', 'recovery_code'] })
      expect(askedIn(await logIn({ challenge })).expires_in).toBeLessThan(299)
      const done = await logIn({ challenge, code: `${right.slice(0, 3)} ${right.slice(3)}` })
      expect(done).toMatchObject({ status: 200, body: { id: user.id, session_token: expect.any(String) } })
      expect((await logIn({ challenge, code: fresh(user.secret) })).status).toBe(401)
      const again = askedIn(await logIn(credentials(user)))
      expect((await logIn({ challenge: again.challenge, code: right })).status).toBe(401)
      expect((await logIn({ ...credentials(user), code: codeAt(user.secret, clock()) })).status).toBe(200)
    })

    it('accepts a code of a clock that is half a minute late', async () => {
      const user = await enrolled()
      clock.advance(60)
      const late = codeAt(user.secret, clock() - 30_000)
      expect((await logIn({ ...credentials(user), code: late })).status).toBe(200)
    })

    it('accepts each recovery code once', async () => {
      const user = await enrolled()
      const code = user.recovery_codes[3]?.toUpperCase() ?? ''
      const others = await enrolled()
      expect((await logIn({ ...credentials(others), code })).status).toBe(401)
      const tries = [1, 2].map(() => logIn({ ...credentials(user), code }))
      expect((await Promise.all(tries)).map(({ status }) => status).sort()).toEqual([200, 401])
    })

    it('expires after five minutes, at another endpoint, and when the person’s sessions end', async () => {
      const user = await enrolled()
      const late = askedIn(await logIn(credentials(user)))
      expect(
        (await logIn({ challenge: late.challenge, code: fresh(user.secret) }, 'system/admin/session')).status,
      ).toBe(401)
      clock.advance(301)
      expect((await logIn({ challenge: late.challenge, code: codeAt(user.secret, clock()) })).status).toBe(401)
      const ended = askedIn(await logIn(credentials(user)))
      await send('DELETE', `system/two_step/${user.id}`, { as: { token: await parts.tokens.issue(root.id, false) } })
      expect((await logIn({ challenge: ended.challenge, code: fresh(user.secret) })).status).toBe(401)
    })

    it('is throttled separately from the password', async () => {
      const user = await enrolled()
      const { challenge } = askedIn(await logIn(credentials(user)))
      for (let count = 0; count < 5; count += 1) {
        expect((await logIn({ challenge, code: '000000' })).status).toBe(401)
        askedIn(await logIn(credentials(user)))
      }
      const another = askedIn(await logIn(credentials(user)))
      const answer = await logIn({ challenge: another.challenge, code: fresh(user.secret) })
      expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
      clock.advance(300)
      expect((await logIn({ ...credentials(user), code: fresh(user.secret) })).status).toBe(200)
    })

    it('respects "remember me"', async () => {
      const user = await enrolled()
      const { challenge } = askedIn(await logIn({ ...credentials(user), remember_me: true }))
      const { body } = await logIn({ challenge, code: fresh(user.secret) })
      expect(parts.tokens.describe(body.session_token ?? '')).toMatchObject({ forever: true, proof: { twoStep: true } })
      const refreshed = await send<Session>('PUT', 'user/session', { as: { token: body.session_token ?? '' } })
      expect(parts.tokens.describe(refreshed.body.session_token ?? '')).toMatchObject({ proof: { twoStep: true } })
    })

    it('cannot be bypassed with a new password or HTTP Basic', async () => {
      const user = await enrolled()
      await send('PUT', 'user/profile', { as: user, body: { security_question: 'Pet?', security_answer: 'Rex' } })
      const body = { email: user.email, security_answer: 'Rex', new_password: 'another one' }
      expect((await send('POST', 'user/password?login=true', { body })).body).toEqual({
        success: true,
        two_step_required: true,
      })
      const answer = await send<Told>('GET', 'user/profile', { headers: basic(user.email, 'another one') })
      expect(answer).toMatchObject({ status: 401, body: { error: { message: expect.stringMatching(/app password/) } } })
    })
  })

  describe('removed', () => {
    it('by its owner requires the password, and ends the other sessions', async () => {
      const user = await enrolled()
      const path = 'user/two_step/one_time_code'
      expect((await send('DELETE', path, { as: user, body: {} })).status).toBe(400)
      const body = { current_password: user.password }
      const answer = await send<{ session_token: string }>('DELETE', path, { as: user, body })
      expect([await isAlive(user.token), await isAlive(answer.body.session_token)]).toEqual([false, true])
      expect((await logIn(credentials(user))).status).toBe(200)
      const left = await send<TwoStepState>('GET', 'user/two_step', { as: { token: answer.body.session_token } })
      expect(left.body).toMatchObject({ one_time_code: null, recovery_codes: 0 })
    })

    it('by administrators: an administrator’s by root administrators only, and never one’s own', async () => {
      const lesser = await make.admin()
      const admin = await make.admin()
      const { token } = await enrol(instance, admin)
      const reset = (id: number, as: { token: string }) => send('DELETE', `system/two_step/${id}`, { as })
      expect((await reset(admin.id, lesser)).status).toBe(403)
      expect((await reset(admin.id, { token })).status).toBe(403)
      expect((await reset(999_999, root)).status).toBe(404)
      expect((await send('DELETE', 'system/two_step/x', { as: root })).status).toBe(404)
      expect((await reset(admin.id, root)).status).toBe(200)
      expect(await isAlive(token)).toBe(false)
      expect((await logIn(credentials(admin), 'system/admin/session')).status).toBe(200)
      const entry = await parts.store.db
        .selectFrom('audit')
        .selectAll()
        .where('resource', '=', 'two_step')
        .orderBy('id', 'desc')
        .executeTakeFirst()
      expect(entry).toMatchObject({ user_id: root.id, record_id: String(admin.id) })
    })
  })

  describe('when it is required for everyone', () => {
    it('is set up at login, and returns recovery codes with the session', async () => {
      const user = await make.user()
      const forever = await logIn({ ...credentials(user), remember_me: true })
      await setPolicy(instance, 'everybody')
      const was = { token: forever.body.session_token ?? '' }
      expect((await send('PUT', 'user/session', { as: was })).status).toBe(401)
      expect((await send('GET', 'user/profile', { headers: basic(user.email, user.password) })).status).toBe(401)
      const asked = askedIn(await logIn(credentials(user)))
      expect(asked).toMatchObject({ methods: [], enrol: { uri: expect.stringMatching(/^otpauth:\/\/totp\//) } })
      const { secret = '' } = asked.enrol ?? {}
      expect((await logIn({ challenge: asked.challenge, code: 'nonsense' })).status).toBe(401)
      const done = await logIn({ challenge: asked.challenge, code: codeAt(secret, clock()) })
      expect(done).toMatchObject({ status: 200, body: { id: user.id, recovery_codes: { length: 10 } } })
      expect((await logIn({ challenge: asked.challenge, code: fresh(secret) })).status).toBe(401)
      const as = { token: done.body.session_token ?? '' }
      const body = { current_password: user.password }
      expect((await send('DELETE', 'user/two_step/one_time_code', { as, body })).status).toBe(409)
      await setPolicy(instance, 'admins')
      expect((await logIn(credentials(await make.user()))).status).toBe(200)
      askedIn(await logIn(credentials(await make.admin()), 'system/admin/session'))
      await setPolicy(instance, 'off')
      expect((await logIn(credentials(user))).status).toBe(200)
    })
  })
})
