import { describe, expect, it } from 'vitest'
import { fixture } from '../../../../testing/fixture.ts'
import { testClock } from '../../../../testing/test-clock.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { engines } from '../../../../testing/test-store.ts'
import { newCode } from '../codes.ts'

const unknownCode = 'The supplied email and/or confirmation code were not found in the system.'

interface Answer {
  success?: boolean
  session_token?: string
  security_question?: string
  error?: { message: string; context: unknown }
}

describe.each(engines)('passwords on %s', (engine) => {
  const clock = testClock()
  const config = { loginFailures: { account: { count: 10, seconds: 300 }, address: { count: 1000, seconds: 300 } } }
  const { send, make, parts, root } = sharedInstance({ engine, clock, config })
  const post = (path: string, body: unknown, as?: { token: string }) => send<Answer>('POST', path, { body, as })
  const fresh = 'a fresh password'

  const canLogIn = async (email: string, password: string, path = 'user/session') =>
    (await post(path, { email, password })).status === 200

  const isAlive = async (token: string) => (await send('GET', 'user/session', { as: { token } })).status === 200

  async function change(id: number, values: { [column: string]: string | number | null }): Promise<void> {
    await parts.store.db.updateTable('user').set(values).where('id', '=', id).execute()
    await parts.store.changes.publish([{ table: 'user', ids: [id] }])
  }

  async function withCode(person: { id: number }): Promise<string> {
    const { code, hash } = newCode()
    await change(person.id, { confirm_code: hash, confirm_code_date: new Date(clock()).toISOString() })
    return code
  }

  it('are set in exactly one of four ways', async () => {
    const { email } = await make.user()
    for (const body of [
      {},
      { email },
      { email, new_password: fresh },
      { email, code: 'x' },
      { old_password: 'x' },
      [],
    ]) {
      expect((await post('user/password', body)).status).toBe(400)
    }
    expect((await send('GET', 'user/password', { as: root })).status).toBe(400)
    expect((await send('DELETE', 'user/password', { as: root })).status).toBe(400)
  })

  describe('with the old password', () => {
    const body = (old_password: string, new_password = fresh) => ({ old_password, new_password })

    it('require a session of the endpoint’s kind of person', async () => {
      const user = await make.user()
      expect((await post('user/password', body(user.password))).status).toBe(401)
      expect((await post('system/admin/password', body(user.password), user)).status).toBe(401)
      expect((await post('user/password', body(root.password), root)).status).toBe(401)
    })

    it('require the correct one', async () => {
      const user = await make.user()
      const { status, body: answer } = await post('user/password', body('wrong'), user)
      expect({ status, message: answer.error?.message }).toEqual({
        status: 400,
        message: 'The password supplied does not match.',
      })
      expect(await canLogIn(user.email, user.password)).toBe(true)
    })

    it('require a new one that is neither too short nor too long', async () => {
      const user = await make.user()
      for (const short of ['1234', 'x'.repeat(1001)]) {
        const answer = await post('user/password', body(user.password, short), user)
        expect(answer).toMatchObject({
          status: 400,
          body: { error: { context: { new_password: [expect.any(String)] } } },
        })
      }
      expect(await canLogIn(user.email, user.password)).toBe(true)
    })

    it('can be guessed at most as often as at login', async () => {
      const user = await make.user()
      for (let time = 0; time < 10; time++) await post('user/password', body(`wrong ${time}`), user)
      expect((await post('user/password', body(user.password), user)).status).toBe(429)
    })

    it('end all sessions of the person, including the current one', async () => {
      const user = await make.user()
      const other = await parts.tokens.issue(user.id, false)
      const { status, body: answer } = await post('user/password', body(user.password), user)
      expect({ status, answer }).toEqual({ status: 200, answer: { success: true } })
      expect([await isAlive(user.token), await isAlive(other)]).toEqual([false, false])
      expect([await canLogIn(user.email, user.password), await canLogIn(user.email, fresh)]).toEqual([false, true])
    })

    it('return a new token on request', async () => {
      const admin = await make.admin()
      const { body: answer } = await post('system/admin/password?reset=false&login=true', body(admin.password), admin)
      expect(answer).toEqual({ success: true, session_token: expect.any(String) })
      expect(await isAlive(answer.session_token ?? '')).toBe(true)
      expect(await isAlive(admin.token)).toBe(false)
    })

    it('are changed once by two concurrent requests', async () => {
      const user = await make.user()
      const answers = await Promise.all([1, 2, 3].map(() => post('user/password', body(user.password), user)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    })
  })

  describe('with a mailed code', () => {
    it('require the correct code, with the same response for wrong, malformed, expired and used codes, and inactive and unknown people', async () => {
      const user = await make.user()
      const code = await withCode(user)
      const inactive = await make.user({ is_active: false })
      const attempts = [
        { email: user.email, code: 'nope' },
        { email: user.email, code: `${code}0` },
        { email: 'nobody@example.test', code },
        { email: root.email, code },
        { email: inactive.email, code: await withCode(inactive) },
      ]
      for (const attempt of attempts) {
        const { status, body } = await post('user/password', { ...attempt, new_password: fresh })
        expect({ status, message: body.error?.message }).toEqual({ status: 404, message: unknownCode })
      }
      clock.advance(86_400)
      expect((await post('user/password', { email: user.email, code, new_password: fresh })).body.error?.message).toBe(
        unknownCode,
      )
    })

    it('can be guessed at most as often as passwords, without locking out people who know theirs', async () => {
      const user = await make.user()
      const body = { email: user.email, code: 'nope', new_password: fresh }
      for (let time = 0; time < 10; time++) expect((await post('user/password', body)).status).toBe(404)
      expect((await post('user/password', { ...body, code: await withCode(user) })).status).toBe(429)
      expect(await canLogIn(user.email, user.password)).toBe(true)
    })

    it('do not use up the code if the password is invalid', async () => {
      const user = await make.user()
      const code = await withCode(user)
      expect((await post('user/password', { email: user.email, code, new_password: '1' })).status).toBe(400)
      expect((await post('user/password', { email: user.email, code, new_password: fresh })).status).toBe(200)
    })

    it('only work at the person’s endpoint', async () => {
      const user = await make.user()
      const code = await withCode(user)
      expect((await post('system/admin/password', { email: user.email, code, new_password: fresh })).status).toBe(401)
    })

    it('work once, also for people without a password, and end all sessions', async () => {
      const user = await make.user()
      await change(user.id, { password: null })
      const code = await withCode(user)
      const body = { email: user.email.toUpperCase(), code: ` ${code.toLowerCase()} `, new_password: fresh }
      const answers = await Promise.all([post('user/password?login=true', body), post('user/password', body)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
      expect(await canLogIn(user.email, fresh)).toBe(true)
      expect(await isAlive(user.token)).toBe(false)
      expect((await post('user/password', body)).status).toBe(404)
    })

    it('become invalid with a login', async () => {
      const user = await make.user()
      const code = await withCode(user)
      await canLogIn(user.email, user.password)
      expect((await post('user/password', { email: user.email, code, new_password: fresh })).status).toBe(404)
    })
  })

  describe('with the security answer', () => {
    const ask = async () => {
      const user = await make.user()
      const security_answer = await parts.passwords.hash('Rex')
      await change(user.id, { security_question: 'Pet?', security_answer })
      return user
    }
    const answerWith = (email: string, security_answer: string, path = 'user/password') =>
      post(path, { email, security_answer, new_password: fresh })

    it('require the correct one, with the same response for a wrong answer, no question and an unknown person', async () => {
      const user = await ask()
      const plain = await make.user()
      for (const email of [user.email, plain.email, 'nobody@example.test']) {
        const { status, body } = await answerWith(email, 'Tom')
        expect({ status, message: body.error?.message }).toEqual({
          status: 400,
          message: 'The answer supplied does not match.',
        })
      }
    })

    it('can be guessed at most as often as passwords', async () => {
      const user = await ask()
      for (let time = 0; time < 10; time++) expect((await answerWith(user.email, `Tom ${time}`)).status).toBe(400)
      expect(await answerWith(user.email, 'Rex')).toMatchObject({ status: 429, headers: { 'retry-after': '300' } })
    })

    it('only work at the person’s endpoint', async () => {
      const user = await ask()
      expect((await answerWith(user.email, 'Rex', 'system/admin/password')).status).toBe(401)
      const { status, body } = await answerWith(user.email, 'Rex', 'user/password?login=true')
      expect({ status, body }).toEqual({ status: 200, body: { success: true, session_token: expect.any(String) } })
      expect(await canLogIn(user.email, fresh)).toBe(true)
    })

    it('request the answer instead of sending a mail', async () => {
      const user = await ask()
      const { status, body } = await post('user/password?reset=true', { email: user.email })
      expect({ status, body }).toEqual({ status: 200, body: { security_question: 'Pet?' } })
    })
  })
})

describe.each(engines)('the request for a reset on %s', (engine) => {
  const config = { loginFailures: { account: { count: 10, seconds: 300 }, address: { count: 1000, seconds: 300 } } }
  const { send, make, parts } = sharedInstance({ engine, config })
  const people = fixture(async () => ({
    user: await make.user({ username: 'some-user' }),
    admin: await make.admin(),
    inactive: await make.user({ is_active: false }),
    nobody: { email: 'nobody@example.test' },
  }))

  const mails = async () => {
    await parts.background.idle()
    const ids = (await parts.outbox.ids()).reverse()
    return await Promise.all(ids.map(async (id) => await parts.outbox.get(id)))
  }

  it.each([
    ['user/password', 'nobody'],
    ['system/admin/password', 'nobody'],
    ['user/password', 'inactive'],
    ['system/admin/password', 'user'],
  ] as const)('at %s for %s gets the same response as any other, and sends no mail', async (path, who) => {
    const before = await mails()
    const { status, body } = await send('POST', `${path}?reset=true`, { body: { email: people[who].email } })
    expect({ status, body }).toEqual({ status: 200, body: { success: true } })
    expect(await mails()).toEqual(before)
  })

  it('without a name is rejected', async () => {
    expect((await send('POST', 'user/password?reset=true', { body: {} })).status).toBe(400)
  })

  it.each([
    ['user/password', 'user', 'email'],
    ['user/password', 'user', 'username'],
    ['user/password', 'admin', 'email'],
    ['system/admin/password', 'admin', 'email'],
  ] as const)(
    'at %s for %s mails a code for the %s that sets a password, and keeps sessions',
    async (path, who, by) => {
      const before = (await mails()).length
      const { email, id } = people[who]
      const body = by === 'email' ? { email } : { username: 'some-user' }
      const token = await parts.tokens.issue(id, false)
      expect(await send('POST', `${path}?reset=true`, { body })).toMatchObject({ status: 200, body: { success: true } })
      expect((await send('GET', 'user/session', { as: { token } })).status).toBe(200)
      const [mail, ...older] = await mails()
      expect(older).toHaveLength(before)
      expect(JSON.stringify(mail?.to)).toContain(email)
      const code = /code=([0-9A-Z]{32})/.exec(mail?.body_text ?? '')?.[1]
      const endpoint = who === 'admin' ? 'system/admin/password' : 'user/password'
      const set = { email, code, new_password: 'chosen anew' }
      expect((await send('POST', endpoint, { body: set })).status).toBe(200)
    },
  )

  it('cannot flood a mailbox', async () => {
    const before = (await mails()).length
    const { email } = await make.user()
    const statuses: number[] = []
    for (let time = 0; time < 12; time++) {
      statuses.push((await send('POST', 'user/password?reset=true', { body: { email } })).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429])
    expect(await mails()).toHaveLength(before + 10)
  })
})
