import type { ActiveSession } from '@millwright/contract/wire/session'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSecret } from '../../../../platform/vault.ts'
import { testClock } from '../../../../testing/test-clock.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { engines } from '../../../../testing/test-store.ts'
import { setPolicy } from '../../../../testing/two-step.ts'
import { createSigner } from '../jwt.ts'

const path = 'user/active_session'
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe.each(engines)('sessions of people, on %s', (engine) => {
  const clock = testClock()
  const config = { tokenTtl: 3600, tokenRefreshTtl: 14_400, allowForeverSessions: true }
  const instance = sharedInstance({ engine, clock, config })
  const { make, send, root, parts } = instance

  const as = (token: string) => ({ as: { token } })
  const signIn = async (person: { email: string; password: string }, agent = browser) => {
    const body = { email: person.email, password: person.password }
    const headers = { 'user-agent': agent }
    return (await send<{ session_token: string }>('POST', 'user/session', { body, headers })).body.session_token
  }
  const refresh = async (token: string) =>
    (await send<{ session_token: string }>('PUT', 'user/session', as(token))).body.session_token
  const list = async (token: string) =>
    (await send<{ resource: ActiveSession[] }>('GET', path, as(token))).body.resource
  const appPassword = async ({ token, password }: { token: string; password: string }, name: string) => {
    const body = { current_password: password, name }
    return (await send<{ id: number; password: string }>('POST', 'user/two_step/app_password', { ...as(token), body }))
      .body
  }
  const statusOf = async (token: string) => (await send('GET', 'user/session', as(token))).status

  beforeAll(() => setPolicy(instance, 'allowed'))

  describe('rejects', () => {
    it('callers without a session', async () => {
      for (const method of ['GET', 'DELETE']) {
        expect(await send(method, path)).toMatchObject({
          status: 401,
          body: { error: { message: 'Unauthorized. There is no session.' } },
        })
      }
    })

    it.each(['POST', 'PUT', 'PATCH'])('creating or changing them with %s', async (method) => {
      const { token } = await make.user()
      expect((await send(method, path, { ...as(token), body: { id: 'x' } })).status).toBe(400)
    })

    it('ending without an id, a missing one, and another person’s', async () => {
      const ann = await make.user()
      const bob = await make.user()
      expect((await send('DELETE', path, as(ann.token))).status).toBe(400)
      const [foreign] = await list(bob.token)
      for (const id of [foreign?.id, 'nobody', '1%20or%201=1']) {
        expect((await send('DELETE', `${path}?id=${id}`, as(ann.token))).status).toBe(404)
      }
      expect(await statusOf(bob.token)).toBe(200)
    })

    it('ending any by programs with an app password', async () => {
      const person = await make.user()
      const { password } = await appPassword(person, 'reports')
      const token = await signIn({ email: person.email, password })
      expect((await send('DELETE', `${path}?others=true`, as(token))).status).toBe(403)
      expect(await statusOf(person.token)).toBe(200)
    })
  })

  it('are listed with time and device, the latest used first, with the current one marked', async () => {
    const person = await make.user()
    clock.advance(120)
    const earlier = await signIn(person, 'reports/1.0')
    clock.advance(120)
    const token = await signIn(person)
    const listed = (await list(token)).slice(0, 2)
    expect(listed).toMatchObject([
      { user_agent: browser, address: '127.0.0.1', app_password: null, current: true },
      { user_agent: 'reports/1.0', current: false },
    ])
    const [now, before] = listed
    expect(Date.parse(`${now?.created_date}`) - Date.parse(`${before?.created_date}`)).toBe(120_000)
    expect(await list(earlier)).toHaveLength(3)
  })

  it('show when they were last used, without a write per request', async () => {
    const person = await make.user()
    const token = await signIn(person)
    const seen = async () => (await list(person.token)).map(({ last_seen_date }) => Date.parse(last_seen_date))
    const before = await seen()
    clock.advance(600)
    const rows = () => parts.store.db.selectFrom('session').selectAll().where('user_id', '=', person.id).execute()
    const stored = await rows()
    for (let call = 0; call < 20; call++) expect(await statusOf(token)).toBe(200)
    expect(await rows()).toEqual(stored)
    expect(Math.max(...(await seen())) - Math.max(...before)).toBe(600_000)
  })

  it('stay the same with refreshes and other new tokens, and end when they expire', async () => {
    const person = await make.user()
    const first = await signIn(person)
    const [own] = (await list(first)).filter(({ current }) => current)
    let token = await refresh(first)
    const body = { old_password: person.password, new_password: 'another password' }
    token = (await send<{ session_token: string }>('POST', 'user/password?login=true', { ...as(token), body })).body
      .session_token
    const listed = await list(token)
    // A new password ended all others.
    expect(listed).toMatchObject([{ id: own?.id, current: true, created_date: own?.created_date }])
    clock.advance(14_400)
    expect(await list((await make.user()).token)).toHaveLength(1)
    const again = await signIn({ email: person.email, password: 'another password' })
    expect((await list(again)).map(({ current }) => current)).toEqual([true])
  })

  it('end one by one, after which no request or refresh works', async () => {
    const person = await make.user()
    const kept = await signIn(person)
    const lost = await signIn(person, 'lost/1.0')
    const id = (await list(kept)).find(({ user_agent }) => user_agent === 'lost/1.0')?.id
    expect(await statusOf(lost)).toBe(200)
    expect(await send('DELETE', `${path}?id=${id}`, as(kept))).toMatchObject({ status: 200, body: { id } })
    expect(await statusOf(lost)).toBe(403)
    expect((await send('PUT', 'user/session', as(lost))).status).toBe(401)
    expect(await statusOf(kept)).toBe(200)
    expect((await list(kept)).map((session) => session.id)).not.toContain(id)
    expect((await send('DELETE', `${path}?id=${id}`, as(kept))).status).toBe(404)
  })

  it('end including tokens that were refreshed meanwhile', async () => {
    const person = await make.user()
    const lost = await signIn(person)
    const id = (await list(lost)).find(({ current }) => current)?.id
    const [successor] = await Promise.all([refresh(lost), send('DELETE', `${path}?id=${id}`, as(person.token))])
    if (successor !== undefined) expect(await statusOf(successor)).toBe(403)
    expect(await statusOf(lost)).toBe(403)
  })

  it('end except for the current one', async () => {
    const person = await make.user()
    const others = [await signIn(person), await refresh(await signIn(person)), person.token]
    const own = await signIn(person)
    expect(await send('DELETE', `${path}?others=true`, as(own))).toMatchObject({
      status: 200,
      body: { success: true, ended: 3 },
    })
    for (const token of others) expect(await statusOf(token)).toBe(403)
    expect(await list(own)).toMatchObject([{ current: true }])
  })

  it('disappear from the list after logout, also with a token that was refreshed since', async () => {
    const person = await make.user()
    const first = await signIn(person)
    const second = await refresh(first)
    await send('DELETE', 'user/session', as(first))
    expect(await statusOf(second)).toBe(403)
    expect(await list(person.token)).toHaveLength(1)
  })

  it('name the app password that started them, and end when it is revoked', async () => {
    const person = await make.user()
    const { id, password } = await appPassword(person, 'reports')
    await signIn({ email: person.email, password })
    expect((await list(person.token)).map(({ app_password }) => app_password)).toContain('reports')
    await send('DELETE', `user/two_step/app_password?id=${id}`, as(person.token))
    expect((await list(person.token)).map(({ app_password }) => app_password)).toEqual([null])
  })

  it('of tokens from an older version are listed once used, and can be ended', async () => {
    const person = await make.user()
    const signer = createSigner(openSecret(parts.config).tokenKeys)
    const read = signer.read(person.token)
    if (!('claims' in read)) throw new Error('no token')
    const { sid: _, ...older } = { ...read.claims, jti: `older on ${engine}` }
    const token = signer.sign(older)
    expect(await statusOf(token)).toBe(200)
    const found = (await list(token)).find(({ current }) => current)
    expect(found).toMatchObject({ address: null, user_agent: null })
    const next = await refresh(token)
    expect((await list(next)).find(({ current }) => current)?.id).toBe(found?.id)
    await send('DELETE', `${path}?id=${found?.id}`, as(person.token))
    expect(await statusOf(next)).toBe(403)
  })

  it('are deleted once they have expired', async () => {
    const person = await make.user()
    clock.advance(14_401)
    await make.user()
    const rows = await parts.store.db.selectFrom('session').select('id').where('user_id', '=', person.id).execute()
    expect(rows).toEqual([])
  })

  describe('are ended by administrators', () => {
    it('for a person at once, which is in the audit log', async () => {
      const person = await make.user()
      const tokens = [person.token, await signIn(person), await refresh(await signIn(person))]
      const { token } = await instance.signIn(root)
      const body = { end_sessions: true }
      expect((await send('PATCH', `system/user/${person.id}`, { ...as(token), body })).status).toBe(200)
      for (const each of tokens) expect(await statusOf(each)).toBe(403)
      const again = await signIn(person)
      expect(await list(again)).toHaveLength(1)
      const filter = encodeURIComponent(`(resource='active_session') and (record_id='${person.id}')`)
      const audit = await send<{ resource: unknown[] }>('GET', `system/audit?filter=${filter}`, as(token))
      expect(audit.body.resource).toHaveLength(1)
    })

    it('not by other people, nor with a false value', async () => {
      const person = await make.user()
      const other = await make.user()
      const change = (token: string, end_sessions: unknown) =>
        send('PATCH', `system/user/${person.id}`, { ...as(token), body: { end_sessions } })
      expect((await change(other.token, true)).status).toBeGreaterThanOrEqual(400)
      const { token } = await instance.signIn(root)
      for (const no of [false, null, 0]) expect((await change(token, no)).status).toBe(200)
      expect(await statusOf(person.token)).toBe(200)
    })

    it('with a new token if they end their own', async () => {
      const admin = await make.admin({ is_root_admin: true })
      const answer = await send<{ session_token: string }>('PATCH', `system/admin/${admin.id}`, {
        ...as(admin.token),
        body: { end_sessions: true },
      })
      expect(await statusOf(admin.token)).toBe(403)
      expect(await list(answer.body.session_token)).toMatchObject([{ current: true }])
    })
  })
})
