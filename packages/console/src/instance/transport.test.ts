import type { Session } from '@millwright/contract/wire/session'
import { testClock } from '@millwright/instance/testing/test-clock'
import { testInstance } from '@millwright/instance/testing/test-instance'
import { describe, expect, onTestFinished, test } from 'vitest'
import { setLanguage } from '../language/language.ts'
import { InstanceError } from './instance-error.ts'
import { createSession } from './session.ts'
import { defaultSettings } from './settings.ts'
import { createTransport, isWrite, type TransportParts } from './transport.ts'

/** A console for a real instance whose tokens are valid for a minute and can be refreshed for an hour. */
async function consoleInFront(options: Partial<TransportParts> = {}) {
  const clock = testClock()
  const instance = await testInstance({ clock, config: { tokenTtl: 60, tokenRefreshTtl: 3600 } })
  const session = createSession({ remembered: null, tab: null, channel: null })
  const logIn = async () => {
    const { email, password } = instance.root
    const { body } = await instance.send<Session>('POST', 'system/admin/session', { body: { email, password } })
    return body
  }
  const calls: string[] = []
  const reasons: string[] = []
  const transport = createTransport({
    fetch: (input, init) => {
      calls.push(`${init?.method} ${String(input).replace('/api/v2/', '')}`)
      return instance.fetch(input, init)
    },
    settings: defaultSettings,
    session,
    askToSignIn: async (reason) => {
      reasons.push(reason)
      session.signIn(await logIn(), false)
      return true
    },
    writeBlock: () => null,
    wrapper: () => 'resource',
    neverPrompts: () => false,
    ...options,
  })
  session.signIn(await logIn(), false)
  return { clock, instance, session, transport, calls, reasons }
}

const admins = { verb: 'GET', path: 'system/admin' } as const

describe('an expired session', () => {
  test('is refreshed once for all requests that need it, and each is repeated once', async () => {
    const { clock, transport, calls, reasons, session } = await consoleInFront()
    const before = session.current()?.session_token
    clock.advance(61)
    const answers = await Promise.all([
      transport.send(admins),
      transport.send({ verb: 'GET', path: 'system/role' }),
      transport.send({ verb: 'GET', path: 'system/app' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(calls.filter((call) => call === 'PUT system/admin/session')).toHaveLength(1)
    expect(calls).toHaveLength(7)
    expect(reasons).toEqual([])
    expect(session.current()?.session_token).not.toBe(before)
  })

  test('prompts once to sign in if it cannot be refreshed, with the reason, and repeats the request', async () => {
    const { clock, transport, reasons } = await consoleInFront()
    clock.advance(4000)
    const answers = await Promise.all([transport.send(admins), transport.send({ verb: 'GET', path: 'system/role' })])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(reasons).toHaveLength(1)
    expect(reasons[0]).toContain('Token has expired')
  })

  test('prompts to sign in without a refresh after a logout elsewhere', async () => {
    const { transport, instance, session, calls, reasons } = await consoleInFront()
    await instance.send('DELETE', 'system/admin/session', {
      as: { token: session.current()?.session_token ?? '' },
    })
    await transport.send(admins)
    expect(reasons).toEqual([expect.stringContaining('The token has been blacklisted')])
    expect(calls).not.toContain('PUT system/admin/session')
  })

  test('fails with the original error if the user does not sign in again', async () => {
    const { clock, transport, calls } = await consoleInFront({ askToSignIn: async () => false })
    clock.advance(4000)
    await expect(transport.send(admins)).rejects.toMatchObject({ kind: 'refused', status: 401 })
    expect(calls.filter((call) => call === 'GET system/admin')).toHaveLength(1)
  })

  test('is not considered beyond refreshing if the instance is unreachable', async () => {
    const held = await consoleInFront()
    const transport = createTransport({
      fetch: (input, init) =>
        init?.method === 'PUT' ? Promise.reject(new TypeError('Failed to fetch')) : held.instance.fetch(input, init),
      settings: defaultSettings,
      session: held.session,
      askToSignIn: () => Promise.reject(new Error('must not be asked')),
      writeBlock: () => null,
      wrapper: () => 'resource',
      neverPrompts: () => false,
    })
    held.clock.advance(61)
    await expect(transport.send(admins)).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('continues with the token of another window that refreshed it first, without a prompt', async () => {
    const first = await consoleInFront()
    const second = createTransport({
      fetch: async (input, init) => {
        // The channel between windows delivers the new token before the instance refuses the one that it replaced.
        if (init?.method === 'PUT') await first.transport.send(admins)
        return first.instance.fetch(input, init)
      },
      settings: defaultSettings,
      session: first.session,
      askToSignIn: () => Promise.reject(new Error('must not be asked')),
      writeBlock: () => null,
      wrapper: () => 'resource',
      neverPrompts: () => false,
    })
    first.clock.advance(61)
    expect((await second.send(admins)).status).toBe(200)
    expect(first.calls).toContain('PUT system/admin/session')
  })

  test('is not renewed for requests that accept a 401', async () => {
    const { clock, transport, calls } = await consoleInFront()
    clock.advance(61)
    await expect(transport.send({ ...admins, ignore401: true })).rejects.toMatchObject({ status: 401 })
    expect(calls).toEqual(['GET system/admin'])
  })

  test('repeats a request with its body and headers', async () => {
    const { clock, transport } = await consoleInFront()
    clock.advance(61)
    const { data } = await transport.send<{ resource: { name: string }[] }>({
      verb: 'POST',
      path: 'system/role',
      params: { fields: '*' },
      body: { resource: [{ name: 'ops' }] },
    })
    expect(data.resource[0]?.name).toBe('ops')
  })
})

describe('a request', () => {
  test('fails as unreachable, not as refused, if the instance is down', async () => {
    const { transport } = await consoleInFront({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
    await expect(transport.send(admins)).rejects.toMatchObject({ kind: 'unreachable', status: 0 })
  })

  test('fails as unreachable if a proxy responds for an instance that is down', async () => {
    const page = () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }))
    const { transport } = await consoleInFront({ fetch: page })
    await expect(transport.send(admins)).rejects.toMatchObject({ kind: 'unreachable' })
  })

  test('rejects with nothing but the abort error if it was aborted', async () => {
    const { transport } = await consoleInFront()
    const signal = AbortSignal.abort()
    await expect(transport.send({ ...admins, signal })).rejects.not.toBeInstanceOf(InstanceError)
  })

  test('is blocked if it writes while the console is locked, except for login and logout', async () => {
    const { transport, calls } = await consoleInFront({ writeBlock: () => 'Locked.' })
    await expect(transport.send({ verb: 'DELETE', path: 'system/role/1' })).rejects.toMatchObject({
      kind: 'locked',
      message: 'Locked.',
    })
    expect(calls).toEqual([])
    await transport.send({ ...admins })
    await transport.send({ verb: 'PUT', path: 'system/admin/session' })
    expect(isWrite({ verb: 'POST', path: 'user/password' })).toBe(false)
    expect(isWrite({ verb: 'POST', path: 'system/admin' })).toBe(true)
    expect(isWrite({ verb: 'PUT', path: 'user/profile' })).toBe(true)
  })

  test('carries both credentials, and omits unset parameters', async () => {
    let seen: { input: string; headers: Headers } | null = null
    const { transport, session } = await consoleInFront({
      settings: { ...defaultSettings, instanceUrl: 'https://api.example.test', apiKey: 'key of the console' },
      fetch: (input, init) => {
        seen = { input: String(input), headers: new Headers(init?.headers) }
        return Promise.resolve(Response.json([]))
      },
    })
    await transport.send({ ...admins, params: { filter: 'a = "b"', limit: 5, order: undefined, ids: null } })
    expect(seen).not.toBeNull()
    const { input, headers } = seen ?? { input: '', headers: new Headers() }
    expect(input).toBe('https://api.example.test/api/v2/system/admin?filter=a+%3D+%22b%22&limit=5')
    expect(headers.get('X-DreamFactory-API-Key')).toBe('key of the console')
    expect(headers.get('X-DreamFactory-Session-Token')).toBe(session.current()?.session_token)
  })

  test.each([
    ['bare', [{ id: 1 }], 'resource'],
    ['wrapped under another name', { rows: [{ id: 1 }], meta: { count: 1 } }, 'rows'],
    ['wrapped as usual', { resource: [{ id: 1 }] }, 'resource'],
  ])('reads a list that comes %s', async (_, body, wrapper) => {
    const { transport } = await consoleInFront({ fetch: async () => Response.json(body), wrapper: () => wrapper })
    const { data } = await transport.send<{ resource: unknown }>(admins)
    expect(data.resource).toEqual([{ id: 1 }])
  })
})

test('translates a known error to German, and still handles it by its original text', async () => {
  setLanguage('de')
  onTestFinished(() => setLanguage('en'))
  const { instance, transport, reasons, session } = await consoleInFront()
  const refused = (body: object) => transport.send({ verb: 'POST', path: 'system/role', body }).catch((error) => error)
  const nameless = await refused({ resource: [{ name: '' }] })
  expect(nameless.message).toBe('Ungültige Daten. Der Name ist erforderlich.')
  expect(nameless.fieldMessages.name).toEqual(['Der Name ist erforderlich.'])
  expect((await transport.send({ verb: 'GET', path: 'nosuch' }).catch((error) => error)).message).toContain('nosuch')

  await instance.send('DELETE', 'system/admin/session', { as: { token: session.current()?.session_token ?? '' } })
  await transport.send(admins)
  expect(reasons).toEqual(['Die Sitzung wurde beendet. Melden Sie sich erneut an.'])
})
