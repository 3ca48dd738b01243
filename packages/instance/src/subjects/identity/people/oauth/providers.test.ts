import { describe, expect, it } from 'vitest'
import { linkingRules } from '../external/account-linking.ts'
import { createProviderSignIn } from './provider-sign-in.ts'
import { providers } from './providers.ts'

const proof = { verifier: 'v'.repeat(43), nonce: 'n'.repeat(43) }

/** A sign-in at a provider with these responses by URL. All other URLs are missing. */
function signInAt(type: string, pages: Readonly<Record<string, unknown>>, settings = {}) {
  const provider = providers.get(type)?.(settings)
  if (provider === undefined) throw new Error(`No ${type}`)
  const asked: string[] = []
  const signIn = createProviderSignIn({
    service: { id: 1, name: 'over', label: null },
    provider,
    client: { id: 'us', secret: 'secret', redirectUrl: 'https://console.test/login' },
    rulesFor: () => linkingRules({}),
    reach: async (address, { headers, body }) => {
      asked.push(`${address} ${headers.authorization ?? ''} ${body ?? ''}`)
      const answer = address in pages ? pages[address] : { access_token: 'access', token_type: 'Bearer' }
      return Response.json(answer)
    },
    clock: Date.now,
  })
  const finish = () => signIn.exchangeCode(new URLSearchParams({ code: 'c', state: 's' }), 's', proof)
  return { signIn, finish, asked }
}

it.each([
  ['that nobody confirmed', [{ email: 'ann@example.com', primary: true, verified: false }], 'ann@example.com'],
  ['that is not the first', [{ email: 'ann@example.com', primary: false, verified: true }], null],
  ['that stands on the page about the person alone', null, null],
])('does not trust GitHub about an address %s', async (_, emails, email) => {
  const { finish } = signInAt('oauth_github', {
    'https://api.github.com/user': { id: 7, login: 'ann', email: 'ann@example.com' },
    'https://api.github.com/user/emails': emails,
  })
  expect((await finish()).person).toMatchObject({ subject: '7', email, emailVerified: false })
})

it('identifies people at GitHub, and trusts their verified primary address', async () => {
  const user = { id: 7, login: 'ann', name: null }
  const emails = [
    { email: 'other@example.com', primary: false, verified: true },
    { email: 'ann@example.com', primary: true, verified: true },
  ]
  const { finish, signIn } = signInAt('oauth_github', {
    'https://api.github.com/user': user,
    'https://api.github.com/user/emails': emails,
  })
  expect((await signIn.authorizationUrl('s', proof)).href).toMatch(
    /^https:\/\/github\.com\/login\/oauth\/authorize\?client_id=us&/,
  )
  const { person, extra } = await finish()
  expect(person).toMatchObject({ subject: '7', name: 'ann', email: 'ann@example.com', emailVerified: true })
  expect(extra).toEqual({ oauth_token: 'access' })
})

it('rejects a sign-in if GitHub reports a wrong code with status 200', async () => {
  const { finish } = signInAt('oauth_github', {
    'https://github.com/login/oauth/access_token': { error: 'bad_verification_code', error_description: 'Expired.' },
  })
  await expect(finish()).rejects.toMatchObject({ status: 401 })
})

describe.each([
  ['oauth_github', 'https://api.github.com/user', { id: 7 }, '7'],
  ['oauth_facebook', 'https://graph.facebook.com/v23.0/me?fields=id,name,first_name,last_name,email', { id: '9' }, '9'],
  ['oauth_twitter', 'https://api.x.com/2/users/me', { data: { id: '5' } }, '5'],
  ['oauth_linkedin', 'https://api.linkedin.com/v2/userinfo', { sub: 'l' }, 'l'],
  ['oauth_bitbucket', 'https://api.bitbucket.org/2.0/user', { uuid: '{1}' }, '{1}'],
])('people of %s', (type, page, who, subject) => {
  it.each([{}, [], 'text', null])('are rejected if it reports %j', async (answer) => {
    const { finish } = signInAt(type, { [page]: answer })
    await expect(finish()).rejects.toMatchObject({ status: 401, message: 'over does not say who signed in.' })
  })

  it('are signed in by its claims', async () => {
    expect((await signInAt(type, { [page]: who }).finish()).person).toMatchObject({ subject })
  })
})

it('does not trust Facebook and X about addresses', async () => {
  const facebook = signInAt('oauth_facebook', {
    'https://graph.facebook.com/v23.0/me?fields=id,name,first_name,last_name,email': {
      id: '9',
      name: 'Ann Lee',
      first_name: 'Ann',
      last_name: 'Lee',
      email: 'ann@example.com',
    },
  })
  const { person } = await facebook.finish()
  expect(person).toMatchObject({ subject: '9', first_name: 'Ann', email: 'ann@example.com', emailVerified: false })
  const x = signInAt('oauth_twitter', { 'https://api.x.com/2/users/me': { data: { id: '5', name: 'Ann' } } })
  expect((await x.finish()).person).toMatchObject({ subject: '5', name: 'Ann', email: null, emailVerified: false })
  expect(x.asked[0]).toMatch(/oauth2\/token Basic /)
})

it('omits PKCE for LinkedIn, which would reject it', async () => {
  const page = { sub: 'l', email: 'ann@example.com', email_verified: true }
  const { signIn, finish, asked } = signInAt('oauth_linkedin', { 'https://api.linkedin.com/v2/userinfo': page })
  expect((await signIn.authorizationUrl('s', proof)).searchParams.has('code_challenge')).toBe(false)
  expect((await finish()).person).toMatchObject({ subject: 'l', emailVerified: true })
  expect(asked[0]).not.toContain('code_verifier')
})

it('trusts Bitbucket about the verified primary address', async () => {
  const { finish } = signInAt('oauth_bitbucket', {
    'https://api.bitbucket.org/2.0/user': { uuid: '{1}', display_name: 'Ann' },
    'https://api.bitbucket.org/2.0/user/emails': {
      values: [{ email: 'ann@example.com', is_primary: true, is_confirmed: false }],
    },
  })
  expect((await finish()).person).toMatchObject({ subject: '{1}', email: 'ann@example.com', emailVerified: false })
})

it.each([
  ['ann@gmail.com', {}, true],
  ['ann@example.com', { hd: 'example.com' }, true],
  ['ann@example.com', {}, false],
  ['ann@gmail.com', { email_verified: false }, false],
])('Google is trusted about %s with %o: %s', (email, more, expected) => {
  const provider = providers.get('oauth_google')?.({})
  const claims = { iss: 'https://accounts.google.com', sub: '1', email, email_verified: true, ...more }
  expect(provider?.profileOf(claims, [])).toMatchObject({ email, emailVerified: expected })
})

it('distinguishes Microsoft directories, and does not trust them about addresses', () => {
  const azure = providers.get('oauth_azure_ad')?.({ tenant_id: 'ours', resource: 'https://graph.microsoft.com/' })
  expect(String(azure?.described)).toBe('https://login.microsoftonline.com/ours/v2.0/.well-known/openid-configuration')
  expect(azure?.scope).toBe('openid email profile https://graph.microsoft.com/.default')
  expect(azure?.issuerOf?.('https://login.microsoftonline.com/{tenantid}/v2.0', { tid: 't1' })).toBe(
    'https://login.microsoftonline.com/t1/v2.0',
  )
  const claims = { iss: 'https://x/t1', sub: '1', email: 'ann@example.com', email_verified: true }
  expect(azure?.profileOf(claims, [])).toMatchObject({ subject: 'https://x/t1 1', emailVerified: false })
})
