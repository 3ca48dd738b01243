import type { Authentication, Environment } from '@millwright/contract/wire/environment'
import { fixture } from '@millwright/instance/testing/fixture'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { session } from '../instance/browser-session.ts'
import { visit } from '../testing/render-route.tsx'
import { notedLeaving, storeDeparture } from '../widgets/form/credentials/sign-in-elsewhere.ts'

type Reach = typeof globalThis.fetch
interface Made {
  readonly call: string
  readonly body: unknown
}

const instance = sharedInstance()
const { make, send, root } = instance
const admin = fixture(() => make.admin({ email: 'ann@example.test', password: 'ann-password', name: 'Ann Lee' }))
const person = fixture(() => make.user({ email: 'bob@example.test', password: 'bob-password', name: 'Bob' }))

const provider = (name: string, label: string, path: string) => ({ name, label, path, verb: 'GET' })
const ways: Authentication = {
  adldap: [provider('corp', 'Corporate', 'user/session?service=corp')],
  oauth: [provider('google', 'Google', 'user/session?service=google')],
  saml: [provider('okta', '', 'okta/sso')],
}

/**
 * An instance with additional ways to sign in. `stands`: stand-in responses by verb and path; `null`: the instance itself responds. Every
 * request is recorded in `made`.
 */
function withWays(made: Made[], stands: (call: string) => Response | null = () => null, authentication = ways) {
  return (reach: Reach): Reach =>
    async (input, init) => {
      const call = `${init?.method} ${String(input).replace('/api/v2/', '')}`
      made.push({ call, body: typeof init?.body === 'string' ? JSON.parse(init.body) : null })
      const answer = stands(call) ?? (await reach(input, init))
      if (!call.includes('system/environment')) return answer
      const environment: Environment = await answer.json()
      return Response.json({ ...environment, authentication: { ...environment.authentication, ...authentication } })
    }
}

const refusal = (status: number, message: string) => Response.json({ error: { code: status, message } }, { status })
const sessions = (made: readonly Made[]) => made.filter(({ call }) => /^(POST|GET) [\w/]+\/session/.test(call))
const callsOf = (made: readonly Made[]) => sessions(made).map(({ call }) => call)
const logIn = () => screen.findByRole('button', { name: 'Login' })

async function sessionOf({ email, password }: { email: string; password: string }, kind: 'user' | 'system/admin') {
  const { body } = await send<object>('POST', `${kind}/session`, { body: { email, password } })
  return body
}

describe('email and password', () => {
  test.each([
    ['a user', person, ['POST user/session'], '/launchpad'],
    ['an administrator', admin, ['POST user/session', 'POST system/admin/session'], '/home'],
  ] as const)('of %s are tried where they may be valid', async (_, { email, password }, calls, landing) => {
    const made: Made[] = []
    const { user, address } = await visit(instance, '/login', { as: null, through: withWays(made, undefined, {}) })
    await user.type(await screen.findByLabelText('Email'), email)
    await user.type(screen.getByLabelText('Password'), password)
    await user.click(await logIn())
    await waitFor(() => expect(address()).toBe(landing))
    expect(callsOf(made)).toEqual(calls)
    expect(sessions(made).map(({ body }) => body)).toEqual(calls.map(() => ({ email, password, remember_me: false })))
  })

  test.each([
    [404, true],
    [401, true],
    [403, false],
    [429, false],
    [500, false],
  ])('that are rejected for users with %s are tried for administrators: %s', async (status, again) => {
    const made: Made[] = []
    const stands = (call: string) => (call === 'POST user/session' ? refusal(status, 'Not here.') : null)
    const { user } = await visit(instance, '/login', { as: null, through: withWays(made, stands, {}) })
    await user.type(await screen.findByLabelText('Email'), admin.email)
    await user.type(screen.getByLabelText('Password'), 'wrong')
    await user.click(await logIn())
    const told = (await screen.findByRole('alert')).textContent
    expect(told).toContain(again ? 'Invalid credentials supplied.' : 'Not here.')
    expect(callsOf(made)).toHaveLength(again ? 2 : 1)
  })

  test('of the example account open its profile, which asks to change them', async () => {
    const example = await make.admin({ email: 'user@example.com' })
    const { address } = await visit(instance, '/login', { as: example })
    await screen.findByRole('heading', { name: 'Profile' })
    expect(address()).toBe('/profile')
    expect((await screen.findByRole('alert')).textContent).toMatch(/e-?mail/i)
  })
})

describe('a directory', () => {
  test('asks for a username, sends its own name along and is the only service called', async () => {
    const made: Made[] = []
    const stands = (call: string) => (call === 'POST user/session' ? refusal(401, 'Unknown in the directory.') : null)
    const { user } = await visit(instance, '/login', { as: null, through: withWays(made, stands) })
    await user.type(await screen.findByLabelText('Email'), 'ann@example.test')
    await user.type(screen.getByLabelText('Password'), 'typed before')
    const services = screen.getByLabelText<HTMLSelectElement>('Services:')
    expect([...services.options].map(({ text }) => text)).toEqual([expect.stringMatching(/^-- .+ --$/), 'Corporate'])
    await user.selectOptions(services, 'Corporate')
    expect(screen.queryByLabelText('Email')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
    await user.type(screen.getByLabelText('Username'), 'ann')
    await user.type(screen.getByLabelText('Password'), 'ann-password')
    await user.click(await logIn())
    expect((await screen.findByRole('alert')).textContent).toContain('Unknown in the directory.')
    const body = { username: 'ann', password: 'ann-password', remember_me: false, service: 'corp' }
    expect(sessions(made)).toEqual([{ call: 'POST user/session', body }])
  })

  test('is not offered where there is none', async () => {
    await visit(instance, '/login', { as: null })
    await logIn()
    expect(screen.queryByLabelText('Services:')).toBeNull()
    expect(screen.queryByRole('region', { name: /Login$/ })).toBeNull()
  })
})

test('links to other services navigate the whole window', async () => {
  await visit(instance, '/login', { as: null, through: withWays([]) })
  const linkOf = async (panel: string) => within(await screen.findByRole('region', { name: panel })).getByRole('link')
  const google = await linkOf('OAuth Login')
  const okta = await linkOf('SAML 2.0 Login')
  expect(
    [google, okta].map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')]),
  ).toEqual([
    ['Google', '/api/v2/user/session?service=google', '_top'],
    ['okta', '/api/v2/okta/sso', '_top'],
  ])
})

describe('returning from another service', () => {
  const code = 'code=a%2Bb&state=s1&scope=email'

  test.each([
    [`/login?${code}`, 'POST user/session?oauth_callback=true&code=a%2Bb&state=s1&scope=email'],
    [
      '/login?oauth_token=t1&oauth_verifier=v1',
      'POST user/session?oauth_callback=true&oauth_token=t1&oauth_verifier=v1',
    ],
    ['/login?session_token=abc', 'GET user/session?session_token=abc'],
    ['/login?jwt=abc', 'GET user/session?session_token=abc'],
  ])('with %s passes on the query, signs in and clears the address', async (path, call) => {
    const made: Made[] = []
    const answered = await sessionOf(person, 'user')
    const stands = (each: string) => (each === call ? Response.json(answered) : null)
    const { address } = await visit(instance, path, { as: null, through: withWays(made, stands) })
    await screen.findByRole('heading', { name: 'LaunchPad' })
    expect(callsOf(made)).toEqual([call])
    expect(address()).toBe('/launchpad')
    expect(session.current()?.email).toBe(person.email)
  })

  test.each([
    ['user', person, '/launchpad'],
    ['admin', admin, '/home'],
  ] as const)('with the token of a %s needs nothing else', async (kind, who, landing) => {
    const { token } = await instance.signIn(who, kind)
    const { address } = await visit(instance, `/login?session_token=${token}`, { as: null })
    await waitFor(() => expect(address()).toBe(landing))
    expect(session.current()?.email).toBe(who.email)
  })

  test.each([
    ['Stay signed in', () => admin.email, '/home'],
    ['Switch user', () => person.email, '/launchpad'],
  ] as const)(
    'with the token of someone else asks before it replaces a session: %s',
    async (answer, emailOf, landing) => {
      const { token } = await instance.signIn(person, 'user')
      const { router, user, address } = await visit(instance, '/profile', { as: admin })
      storeDeparture(null)
      await router.navigate({ to: '/login', search: { session_token: token } })
      const asked = await screen.findByRole('alertdialog', { name: 'Sign in as Bob?' })
      expect(asked.textContent).toContain('You are signed in as Ann Lee.')
      expect(session.current()?.email).toBe(admin.email)
      await user.click(within(asked).getByRole('button', { name: answer }))
      await waitFor(() => expect(address()).toBe(landing))
      expect(session.current()?.email).toBe(emailOf())
    },
  )

  test.each([
    ['sign_in_error=expired', 'The sign-in took too long. Start again.'],
    ['error=repeated', 'This sign-in has already been used. Start again.'],
    ['error=Call%20this%20number', 'The provider could not sign you in.'],
    ['sign_in_error=constructor', 'The provider could not sign you in.'],
  ])('with %s shows the error, in words that no address can choose', async (sent, sentence) => {
    const { address } = await visit(instance, `/login?${sent}`, { as: null })
    expect((await screen.findByRole('alert')).textContent).toContain(sentence)
    await waitFor(() => expect(address()).toBe('/login'))
  })

  test('asks for the second step if one is pending', async () => {
    const asked = { challenge: 'c1', expires_in: 300, methods: ['code'] }
    const made: Made[] = []
    const answered = await sessionOf(person, 'user')
    const demand = {
      error: { code: 401, context: { two_step: asked }, message: 'A code is needed too.', status_code: 401 },
    }
    const stands = (call: string) =>
      call !== 'POST user/session'
        ? null
        : sessions(made).length > 1
          ? Response.json(answered)
          : Response.json(demand, { status: 401 })
    const through = withWays(made, stands, {})
    const { user, address } = await visit(instance, '/login?two_step=c1', { as: null, through })
    await user.type(await within(await screen.findByRole('dialog')).findByRole('textbox'), '123456')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/launchpad'))
    expect(sessions(made)).toEqual([
      { call: 'POST user/session', body: { challenge: 'c1' } },
      { call: 'POST user/session', body: { challenge: 'c1', code: '123456' } },
    ])
  })

  test.each(['/consent?request=r&provider=OKTA', '/consent?request=r&sign_in_at=desk'])(
    'starts automatically where the page behind the login requires it, as %s, and not again after a failed return',
    async (to) => {
      await visit(instance, to, { as: null, through: withWays([]) })
      await waitFor(() => expect(notedLeaving()?.to).toBe(to))
      expect(screen.queryByRole('button', { name: 'Login' })).toBeNull()
      await visit(instance, '/login?error=access_denied&state=s1', { as: null, through: withWays([]) })
      await logIn()
      await visit(instance, '/consent?request=r&provider=nobody', { as: null, through: withWays([]) })
      await logIn()
    },
  )

  test.each([
    `/login?${code}`,
    '/login?error=access_denied&state=s1',
    '/login?oauth_token=t1',
    '/login?session_token=nonsense',
  ])('with %s shows an error over the form, without the contents of the address', async (path) => {
    const stands = (call: string) => (call.includes('/session?') ? refusal(401, 'The provider said no.') : null)
    const { address } = await visit(instance, path, { as: null, through: withWays([], stands) })
    expect((await screen.findByRole('alert')).textContent).toContain('The provider said no.')
    await logIn()
    await waitFor(() => expect(address()).toBe('/login'))
    expect(session.current()).toBeNull()
  })

  test('with only some of the required parameters shows the plain login', async () => {
    const made: Made[] = []
    await visit(instance, '/login?code=only', { as: null, through: withWays(made) })
    await logIn()
    expect(callsOf(made)).toEqual([])
  })
})

describe('logging out', () => {
  test.each([
    ['that the instance no longer knows', () => refusal(401, 'No session.')],
    ['that was ended elsewhere', () => refusal(403, 'The token has been blacklisted')],
    ['at an instance that fails', () => refusal(500, 'Broken.')],
    ['with code for an address', () => Response.json({ success: true, logout_url: 'javascript:alert(1)' })],
  ])('of a session %s redirects to the login page', async (_, stands) => {
    const through = withWays([], (call) => (call.startsWith('DELETE') ? stands() : null), {})
    const { address } = await visit(instance, '/logout', { as: root, through })
    await logIn()
    expect(address()).toBe('/login')
    expect(session.current()).toBeNull()
  })
})
