import { createHmac, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openSecret } from '../../../platform/vault.ts'
import { fixture } from '../../../testing/fixture.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance, type TestInstance, testInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'
import { type Claims, createSigner } from './jwt.ts'
import { subjectOf } from './token-rules.ts'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const badSignature = 'Invalid token: Token Signature could not be verified.'
const expired =
  'Token has expired: Session expired. Please refresh your token (if still within refresh window) or re-login.'
const blacklisted = 'The token has been blacklisted: Session terminated. Please re-login.'

/** A good token and its key, of which forgeries are made. */
interface Parts {
  readonly head: string
  readonly payload: string
  readonly signature: string
  readonly key: KeyObject
  readonly signed: (header: string, key: string | KeyObject) => string
}

describe.each(engines)('session tokens on %s', (engine) => {
  const clock = testClock()
  const instance = sharedInstance({ engine, clock, config: { tokenTtl: 3600, tokenRefreshTtl: 14_400 } })
  const { make, root, send, parts } = instance
  const now = () => Math.floor(clock() / 1000)
  const signer = fixture(async () => createSigner(openSecret(parts.config).tokenKeys))

  const claims = (values: Partial<Claims> = {}): Claims => ({
    iss: 'millwright',
    iat: now(),
    nbf: now(),
    exp: now() + 3600,
    jti: 'forged',
    sub: subjectOf(root.email),
    user_id: root.id,
    forever: false,
    gen: 0,
    ...values,
  })

  describe('not issued here', () => {
    const none = encode({ typ: 'JWT', alg: 'none' })
    const hs256 = encode({ typ: 'JWT', alg: 'HS256' })
    const forgeries: Readonly<Record<string, (good: Parts) => string>> = {
      'without a signature, as algorithm none': ({ payload }) => `${none}.${payload}.`,
      'with algorithm none and the right signature': ({ signed, key }) => signed(none, key),
      'with algorithm NONE': ({ payload, signature }) => `${encode({ alg: 'NONE' })}.${payload}.${signature}`,
      'with another algorithm and the right signature': ({ signed, key }) => signed(encode({ alg: 'HS512' }), key),
      'with a public-key algorithm': ({ signed, key }) =>
        signed(encode({ alg: 'RS256', jwk: { kty: 'oct', k: 'eA' } }), key),
      'with a key id that asks for an empty key': ({ signed }) =>
        signed(encode({ alg: 'HS256', kid: '/dev/null' }), ''),
      'signed with another key': ({ signed }) => signed(hs256, 'another key'),
      'signed with an empty key': ({ signed }) => signed(hs256, ''),
      'with somebody else’s payload': ({ head, signature }) =>
        `${head}.${encode({ ...claims(), user_id: 999 })}.${signature}`,
      'with one character changed': ({ head, payload, signature }) => `${head}.${payload.slice(0, -1)}A.${signature}`,
      'with a signature cut short': ({ head, payload, signature }) => `${head}.${payload}.${signature.slice(0, -1)}`,
      'with padding after the signature': ({ head, payload, signature }) => `${head}.${payload}.${signature}=`,
    }

    const keyOf = () => openSecret(parts.config).tokenKeys.current
    it.each(Object.keys(forgeries))('%s are rejected', async (how) => {
      const [head = '', payload = '', signature = ''] = root.token.split('.')
      const signed = (header: string, key: string | KeyObject) => {
        const [, own = ''] = signer.sign(claims()).split('.')
        return `${header}.${own}.${createHmac('sha256', key).update(`${header}.${own}`).digest('base64url')}`
      }
      const token = forgeries[how]?.({ head, payload, signature, key: keyOf(), signed }) ?? ''
      const { status, body } = await send('GET', 'user/session', { as: { token } })
      expect({ status, body }).toMatchObject({ status: 401, body: { error: { message: badSignature } } })
    })

    it.each(['garbage', 'a.b', 'a.b.c.d', '..', `${'x'.repeat(5000)}.y.z`, '{}', 'null.null.null'])(
      'such as %.20s are rejected as malformed',
      async (token) => {
        const { status, body } = await send<{ error: { message: string } }>('GET', 'user/session', { as: { token } })
        expect(status).toBe(401)
        expect(body.error.message).toMatch(/^Invalid token: /)
      },
    )

    it('are rejected on public endpoints too', async () => {
      expect((await send('GET', 'system/environment', { as: { token: `${hs256}.${encode({})}.x` } })).status).toBe(401)
    })

    it.each([
      ['without a person', { user_id: undefined }],
      ['with a person that is no number', { user_id: '1' }],
      ['with a fractional person', { user_id: 1.5 }],
      ['without an end', { exp: undefined }],
      ['with an end that never comes', { exp: '9999999999' }],
      ['without a generation', { gen: undefined }],
      ['with forever as a text', { forever: 'false' }],
    ])('but with a valid signature %s are rejected', async (_, values) => {
      const body = `${hs256}.${encode({ ...claims(), ...values })}`
      const token = `${body}.${createHmac('sha256', keyOf()).update(body).digest('base64url')}`
      expect(await send('GET', 'user/session', { as: { token } })).toMatchObject({ status: 401 })
    })
  })

  it('from the future are rejected, except for small clock differences', async () => {
    const ahead = (seconds: number) => signer.sign(claims({ iat: now() + seconds, nbf: now() + seconds }))
    expect((await send('GET', 'user/session', { as: { token: ahead(3600) } })).status).toBe(401)
    expect((await send('GET', 'user/session', { as: { token: ahead(20) } })).status).toBe(200)
  })

  const answerTo = async (token: string) => {
    const { status, body } = await send<{ error?: { message: string } }>('GET', 'user/session', { as: { token } })
    return { status, message: body.error?.message }
  }

  it('expire, even while in use', async () => {
    const { token } = await make.admin()
    expect((await answerTo(token)).status).toBe(200)
    clock.advance(3599)
    expect((await answerTo(token)).status).toBe(200)
    clock.advance(1)
    expect(await answerTo(token)).toEqual({ status: 401, message: expired })
  })

  it('of a deleted person are rejected as invalid', async () => {
    const { id, token } = await make.admin()
    expect((await answerTo(token)).status).toBe(200)
    await parts.store.db.deleteFrom('user').where('id', '=', id).execute()
    await parts.store.changes.publish([{ table: 'user', ids: [id] }])
    expect(await answerTo(token)).toEqual({ status: 401, message: 'Invalid token: User not found.' })
  })

  const changes: [string, Partial<OwnState>][] = [
    ['deactivated', { is_active: 0 }],
    ['whose password changed', { token_generation: 7 }],
    ['whose e-mail changed', { email: 'new@example.test' }],
  ]
  it.each(changes)('of a person %s are blacklisted immediately', async (_, values) => {
    const { id, token } = await make.user()
    expect((await answerTo(token)).status).toBe(200)
    await change(instance, id, { ...values, ...('email' in values ? { email: `new-${id}@example.test` } : {}) })
    expect(await answerTo(token)).toEqual({ status: 403, message: blacklisted })
  })

  it('cannot be used after logout, at any endpoint or with any API key', async () => {
    const app = await make.app()
    const { token } = await make.admin()
    const { token: other } = await make.admin()
    for (const key of [undefined, app.api_key]) {
      await send('GET', 'user/session', { as: { token }, ...(key === undefined ? {} : { key }) })
    }
    expect(await send('DELETE', 'system/admin/session', { as: { token } })).toMatchObject({
      status: 200,
      body: { success: true, is_root_admin: false },
    })
    for (const path of ['user/session', 'system/admin/session', 'system', 'system/environment', '']) {
      const answer = await send('GET', path, { as: { token }, key: app.api_key })
      expect(answer).toMatchObject({ status: 403, body: { error: { message: blacklisted, code: 403 } } })
    }
    expect((await answerTo(other)).status).toBe(200)
  })

  it('that are both expired and revoked count as expired', async () => {
    const { token } = await make.admin()
    await send('DELETE', 'system/admin/session', { as: { token } })
    clock.advance(3601)
    expect((await answerTo(token)).message).toBe(expired)
  })

  describe('refreshed', () => {
    const refresh = (token: string | null, path = 'system/admin/session') =>
      send<{ session_token: string; error?: { message: string }; is_root_admin: boolean }>('PUT', path, {
        ...(token === null ? {} : { as: { token } }),
      })
    const issuedAt = (token: string) => {
      const read = signer.read(token)
      return 'claims' in read ? read.claims.iat : null
    }

    it('after the window are rejected', async () => {
      const { token } = await make.admin()
      clock.advance(14_400)
      expect(await refresh(token)).toMatchObject({
        status: 401,
        body: {
          error: { message: 'Token refresh failed. Token has expired and can no longer be refreshed' },
          is_root_admin: false,
        },
      })
    })

    it('after logout, by another person or twice are rejected', async () => {
      const { token } = await make.admin()
      await send('DELETE', 'system/admin/session', { as: { token } })
      const ended = 'Token refresh failed. The token has been blacklisted'
      expect(await refresh(token)).toMatchObject({ status: 401, body: { error: { message: ended } } })
      const user = await make.user()
      expect(await refresh(user.token)).toMatchObject({ status: 401 })
      expect((await refresh(null)).body.error?.message).toMatch(/^Token refresh failed\. /)
      expect((await refresh('garbage')).body.error?.message).toMatch(/^Token refresh failed\. Invalid token: /)
      const twice = await Promise.all([refresh(user.token, 'user/session'), refresh(user.token, 'user/session')])
      expect(twice.map(({ status }) => status).sort()).toEqual([200, 401])
    })

    it('of a deleted or deactivated person are rejected', async () => {
      const deleted = await make.user()
      await parts.store.db.deleteFrom('user').where('id', '=', deleted.id).execute()
      await parts.store.changes.publish([{ table: 'user', ids: [deleted.id] }])
      const gone = 'Token refresh failed. Invalid token: User not found.'
      expect((await refresh(deleted.token, 'user/session')).body.error?.message).toBe(gone)
      const inactive = await make.user()
      await change(instance, inactive.id, { is_active: 0 })
      expect((await refresh(inactive.token, 'user/session')).status).toBe(401)
    })

    it('even if expired yield a new one within the window, and end', async () => {
      const { token, email } = await make.admin()
      clock.advance(7200)
      const { status, body } = await refresh(token)
      expect({ status, body }).toMatchObject({ status: 200, body: { email, is_sys_admin: true } })
      expect(issuedAt(body.session_token)).toBe(issuedAt(token))
      expect((await answerTo(body.session_token)).status).toBe(200)
      expect((await refresh(token)).status).toBe(401)
      clock.advance(7200)
      expect((await refresh(body.session_token)).status).toBe(401)
    })
  })

  it('that ended are forgotten once they are useless anyway', async () => {
    const endedOnes = () => parts.store.db.selectFrom('token_revocation').select('jti').execute()
    const { token } = await make.admin()
    await send('DELETE', 'system/admin/session', { as: { token } })
    const earlier = await endedOnes()
    clock.advance(14_401)
    const { token: later } = await make.admin()
    await send('DELETE', 'system/admin/session', { as: { token: later } })
    const left = await endedOnes()
    expect(left).not.toEqual([])
    for (const row of earlier) expect(left).not.toContainEqual(row)
  })
})

describe('sessions without end', () => {
  const open = async (allowForeverSessions: boolean) => {
    const clock = testClock()
    const config = { tokenTtl: 3600, tokenRefreshTtl: 14_400, allowForeverSessions }
    const { send, root } = await testInstance({ clock, config })
    const body = { email: root.email, password: root.password, remember_me: true }
    let { session_token: token } = (await send<{ session_token: string }>('POST', 'system/admin/session', { body }))
      .body
    /** Returns the status of a refresh after a number of seconds. */
    const refreshAfter = async (seconds: number) => {
      clock.advance(seconds)
      const answer = await send<{ session_token: string }>('PUT', 'system/admin/session', { as: { token } })
      token = answer.body.session_token
      return answer.status
    }
    return refreshAfter
  }

  it('are not issued unless the instance allows them', async () => {
    const refreshAfter = await open(false)
    expect(await refreshAfter(14_000)).toBe(200)
    expect(await refreshAfter(1000)).toBe(401)
  })

  it('start a new window with each refresh, but end without refreshes', async () => {
    const refreshAfter = await open(true)
    for (let time = 0; time < 4; time++) expect(await refreshAfter(14_000)).toBe(200)
    expect(await refreshAfter(14_400)).toBe(401)
  })
})

async function change({ parts: { store } }: TestInstance, id: number, values: Partial<OwnState>): Promise<void> {
  await store.db.updateTable('user').set(values).where('id', '=', id).execute()
  await store.changes.publish([{ table: 'user', ids: [id] }])
}

interface OwnState {
  is_active: number
  token_generation: number
  email: string
}
