import type { Session } from '@millwright/contract/wire/session'
import type { TwoStepRequest } from '@millwright/contract/wire/two-step'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { type TestPasskey, testPasskey } from '../../../../testing/test-passkey.ts'
import { engines } from '../../../../testing/test-store.ts'
import { askedIn, enrol, setPolicy } from '../../../../testing/two-step.ts'

interface Begun {
  readonly challenge: string
  readonly passkey: { readonly challenge: string }
}

const origin = 'http://millwright.test'
const headers = { host: 'millwright.test' }
const path = 'user/two_step/passkey'

describe.each(engines)('passkeys on %s', (engine) => {
  const instance = sharedInstance({ engine })
  const { send, make } = instance
  beforeAll(() => setPolicy(instance, 'allowed'))
  const logIn = (body: object, endpoint = 'user/session') => send<Session>('POST', endpoint, { body, headers })
  const begin = async (as: { token: string; password: string }) =>
    (await send<Begun>('POST', path, { as, headers, body: { current_password: as.password } })).body
  const add = (as: { token: string }, body: object) =>
    send<{ id: number; session_token: string; recovery_codes?: string[] }>('PUT', path, { as, headers, body })

  /** Creates a signed-in person with a passkey. */
  const owner = async (person?: { id: number; email: string; password: string; token: string }) => {
    const user = person ?? (await make.user())
    const key = testPasskey()
    const { challenge, passkey } = await begin(user)
    const added = await add(user, { challenge, name: 'Laptop', passkey: key.create(passkey, { origin }) })
    expect(added.status).toBe(200)
    return { ...user, key, token: added.body.session_token, added: added.body }
  }
  const asked = async ({ email, password }: { email: string; password: string }, endpoint?: string) =>
    withOptions(askedIn(await logIn({ email, password }, endpoint)))
  const withOptions = ({ challenge, passkey }: TwoStepRequest): Begun => ({
    challenge,
    passkey: { challenge: String(Object(passkey).challenge) },
  })
  const use = (key: TestPasskey, { passkey }: Begun, more: object = {}) => key.get(passkey, { origin, ...more })

  it('are rejected if created for another page or person, or without a name', async () => {
    const user = await make.user()
    const other = await make.user()
    const key = testPasskey()
    const own = await begin(user)
    const others = await begin(other)
    const passkey = key.create(own.passkey, { origin })
    const elsewhere = key.create(own.passkey, { origin: 'https://evil.example' })
    for (const body of [
      { challenge: own.challenge, passkey },
      { challenge: own.challenge, name: 'x', passkey: elsewhere },
      { challenge: own.challenge, name: 'x', passkey: key.create(others.passkey, { origin }) },
      { challenge: others.challenge, name: 'x', passkey: key.create(others.passkey, { origin }) },
      { challenge: own.challenge, name: 'x', passkey: 'nonsense' },
      { challenge: own.challenge, name: 'x', passkey: { id: 'x', response: {} } },
      { challenge: 'nonsense', name: 'x', passkey },
    ]) {
      expect((await add(user, body)).status).toBe(400)
    }
    expect((await add(user, { challenge: own.challenge, name: 'x', passkey })).status).toBe(200)
    expect((await send('GET', 'user/two_step', { as: other })).body).toMatchObject({ passkeys: [] })
  })

  it('work as the second step, once per challenge and only on the instance’s own pages', async () => {
    const user = await owner()
    const other = await owner()
    const request = await asked(user)
    const { challenge } = request
    for (const passkey of [
      use(other.key, request),
      use(user.key, request, { origin: 'https://evil.example' }),
      use(user.key, await asked(user)),
      use(testPasskey(), request),
      { id: 'x', response: {} },
    ]) {
      expect((await logIn({ challenge, passkey })).status).toBe(401)
    }
    expect((await logIn({ challenge, passkey: 5 })).status).toBe(400)
    const passkey = use(user.key, request)
    const tries = await Promise.all([logIn({ challenge, passkey }), logIn({ challenge, passkey })])
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('are rejected on replay: with another challenge, at another sign-in, or after use', async () => {
    const user = await owner()
    const alone = async () => {
      const body = { passkey: true }
      return withOptions(
        (await send<{ two_step: TwoStepRequest }>('POST', 'user/session', { body, headers })).body.two_step,
      )
    }
    const first = await asked(user)
    const second = await asked(user)
    const byItself = await alone()
    const passkey = use(user.key, first)
    for (const { challenge } of [second, byItself]) expect((await logIn({ challenge, passkey })).status).toBe(401)
    const swapped = use(user.key, byItself)
    expect((await logIn({ challenge: first.challenge, passkey: swapped })).status).toBe(401)
    expect((await logIn({ challenge: `${first.challenge.slice(0, -4)}AAAA`, passkey })).status).toBe(401)
    expect((await logIn({ challenge: first.challenge, passkey })).status).toBe(200)
    for (const { challenge } of [first, second, await asked(user), await alone()])
      expect((await logIn({ challenge, passkey })).status).toBe(401)
    expect((await logIn({ challenge: byItself.challenge, passkey: swapped })).status).toBe(200)
    expect((await logIn({ challenge: byItself.challenge, passkey: swapped })).status).toBe(401)
  })

  it('are rejected without user presence, and if signed for another host or purpose', async () => {
    const user = await owner()
    const request = await asked(user)
    const { challenge } = request
    for (const more of [
      { present: false },
      { host: 'evil.example' },
      { host: 'test' },
      { origin: 'http://millwright.test:81' },
      { origin: 'https://millwright.test' },
      { type: 'webauthn.create' },
    ]) {
      expect({ more, status: (await logIn({ challenge, passkey: use(user.key, request, more) })).status }).toEqual({
        more,
        status: 401,
      })
    }
    const made = user.key.create(request.passkey, { origin })
    expect((await logIn({ challenge, passkey: made })).status).toBe(401)
    expect((await logIn({ challenge, passkey: use(user.key, request) })).status).toBe(200)
  })

  it('are rejected if removed after the challenge was issued', async () => {
    const user = await owner()
    const enrolled = { ...user, ...(await enrol(instance, user)) }
    const request = await asked(user)
    const body = { current_password: user.password }
    expect((await send('DELETE', `${path}?id=${user.added.id}`, { as: enrolled, body })).status).toBe(200)
    expect((await logIn({ challenge: request.challenge, passkey: use(user.key, request) })).status).toBe(401)
  })

  it('are rejected if their counter decreases, like that of a copy', async () => {
    const user = await owner()
    const first = await asked(user)
    expect((await logIn({ ...first, passkey: use(user.key, first, { counter: 7 }) })).status).toBe(200)
    const second = await asked(user)
    expect((await logIn({ ...second, passkey: use(user.key, second, { counter: 7 }) })).status).toBe(401)
    for (const counter of [0, 1, 6])
      expect((await logIn({ ...second, passkey: use(user.key, second, { counter }) })).status).toBe(401)
    expect((await logIn({ ...second, passkey: use(user.key, second, { counter: 8 }) })).status).toBe(200)
    const one = await asked(user)
    const copy = await asked(user)
    const tries = [one, copy].map((each) => logIn({ ...each, passkey: use(user.key, each, { counter: 9 }) }))
    expect((await Promise.all(tries)).map(({ status }) => status).sort()).toEqual([200, 401])
  })

  it('suffice for signing in if the authenticator verified the person, at the endpoint of their kind', async () => {
    const admin = await owner(await make.admin())
    const { body } = await send<{ two_step: TwoStepRequest }>('POST', 'user/session', {
      body: { passkey: true },
      headers,
    })
    const request = withOptions(body.two_step)
    const { challenge } = request
    const endpoint = 'system/admin/session'
    expect((await logIn({ challenge, passkey: use(admin.key, request, { verified: false }) }, endpoint)).status).toBe(
      401,
    )
    expect((await logIn({ challenge, code: '123456' }, endpoint)).status).toBe(401)
    const passkey = use(admin.key, request)
    expect((await logIn({ challenge, passkey })).status).toBe(401)
    expect(await logIn({ challenge, passkey }, endpoint)).toMatchObject({ status: 200, body: { id: admin.id } })
    expect((await logIn({ challenge, passkey }, endpoint)).status).toBe(401)
    await setPolicy(instance, 'off')
    expect((await logIn({ challenge, passkey }, endpoint)).status).toBe(401)
    await setPolicy(instance, 'allowed')
  })

  it('come with recovery codes if they are the first factor, and are renamed and removed by their owner', async () => {
    const user = await owner()
    expect(user.added.recovery_codes).toHaveLength(10)
    const enrolled = { ...user, ...(await enrol(instance, user)) }
    expect(enrolled.recovery_codes).toBeUndefined()
    const one = `${path}?id=${user.added.id}`
    const other = await make.user()
    expect((await send('PATCH', one, { as: other, body: { name: 'Mine' } })).status).toBe(404)
    expect((await send('PATCH', one, { as: enrolled, body: { name: 'Phone' } })).status).toBe(200)
    expect((await send('GET', 'user/two_step', { as: enrolled })).body).toMatchObject({ passkeys: [{ name: 'Phone' }] })
    expect((await send('DELETE', one, { as: enrolled, body: {} })).status).toBe(400)
    const body = { current_password: user.password }
    expect((await send('DELETE', path, { as: enrolled, body })).status).toBe(400)
    expect((await send('DELETE', one, { as: other, body: { current_password: other.password } })).status).toBe(404)
    expect((await send('DELETE', one, { as: enrolled, body })).status).toBe(200)
    expect(askedIn(await logIn({ email: user.email, password: user.password })).methods).toEqual([
      'code',
      'recovery_code',
    ])
  })
})
