import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hs256, idToken, type Json, rs256, webKey } from '../../testing/id-token.ts'
import { arrivalRules } from '../external/external-person.ts'
import { ownProvider } from './own-provider.ts'
import { createProviderSignIn } from './provider-sign-in.ts'
import { providers } from './providers.ts'

const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = key.publicKey.export({ type: 'spki', format: 'pem' })
const proof = { verifier: 'v'.repeat(43), nonce: 'n'.repeat(43) }
const now = () => Math.floor(Date.now() / 1000)
const login = 'https://login.microsoftonline.com'

/** A provider as it describes itself, and how a service is set to it. */
interface Stand {
  readonly type: string
  readonly settings?: Json
  readonly document: string
  /** As its description has it. */
  readonly issuer: string
  /** As its ID tokens have it. */
  readonly signs: string
  readonly claims: Json
}

const google: Stand = {
  type: 'oauth_google',
  document: 'https://accounts.google.com/.well-known/openid-configuration',
  issuer: 'https://accounts.google.com',
  signs: 'https://accounts.google.com',
  claims: { email: 'ann@gmail.com', email_verified: true },
}
const anyDirectory: Stand = {
  type: 'oauth_azure_ad',
  document: `${login}/common/v2.0/.well-known/openid-configuration`,
  issuer: `${login}/{tenantid}/v2.0`,
  signs: `${login}/one/v2.0`,
  claims: { tid: 'one', email: 'ann@example.com' },
}
const oneDirectory: Stand = {
  ...anyDirectory,
  settings: { tenant_id: 'one' },
  document: `${login}/one/v2.0/.well-known/openid-configuration`,
  issuer: `${login}/one/v2.0`,
}
const live: Stand = {
  ...anyDirectory,
  type: 'oauth_microsoft-live',
  document: `${login}/consumers/v2.0/.well-known/openid-configuration`,
}
const own = (origin: string, issuer: string): Stand => ({
  type: 'oidc',
  settings: { discovery_document: `${origin}/.well-known/openid-configuration` },
  document: `${origin}/.well-known/openid-configuration`,
  issuer,
  signs: issuer,
  claims: { email: 'ann@example.com', email_verified: true },
})
const okta = own('https://ours.okta.com', 'https://ours.okta.com')
const auth0 = own('https://ours.eu.auth0.com', 'https://ours.eu.auth0.com/')

/** What comes of a sign-in where the provider says this besides what is right. */
function finish(
  { type, settings = {}, document, issuer, signs, claims }: Stand,
  wrong: Json = {},
  seal = rs256(key.privateKey),
  alg = 'RS256',
) {
  const said = { iss: signs, aud: 'us', sub: 'a1', nonce: proof.nonce, iat: now(), exp: now() + 60, name: 'Ann Lee' }
  const id_token = idToken({ alg, kid: 'one' }, { ...said, ...claims, ...wrong }, seal)
  const at = (path: string) => `https://endpoints.test/${path}`
  const pages: Json = {
    [document]: { issuer, authorization_endpoint: at('auth'), token_endpoint: at('token'), jwks_uri: at('keys') },
    [at('token')]: { access_token: 'access', token_type: 'Bearer', id_token },
    [at('keys')]: { keys: [webKey(key.publicKey, 'one')] },
  }
  const signIn = createProviderSignIn({
    service: { id: 1, name: 'over', label: null },
    provider: providers.get(type)?.(settings) ?? ownProvider(settings),
    client: { id: 'us', secret: 'secret', redirectUrl: 'https://console.test/login' },
    rules: arrivalRules({}),
    reach: async (address) => Response.json(pages[address] ?? {}, { status: address in pages ? 200 : 404 }),
    clock: Date.now,
  })
  return signIn.finish(new URLSearchParams({ code: 'c', state: 's' }), 's', proof)
}

const stands = [
  ['Google', google],
  ['any directory of Microsoft', anyDirectory],
  ['one directory of Microsoft', oneDirectory],
  ['accounts of Microsoft', live],
  ['Okta', okta],
  ['Auth0', auth0],
] as const

describe.each(stands)('%s', (_, stand) => {
  it('signs nobody in with a token that is another’s, for another, or of another kind', async () => {
    const refused = { status: 401 }
    await expect(finish(stand, { iss: 'https://evil.test' })).rejects.toMatchObject(refused)
    await expect(finish(stand, { aud: 'them' })).rejects.toMatchObject(refused)
    await expect(finish(stand, { nonce: 'another' })).rejects.toMatchObject(refused)
    await expect(finish(stand, {}, hs256(pem), 'HS256')).rejects.toMatchObject(refused)
    await expect(finish(stand, {}, hs256('secret'), 'HS256')).rejects.toMatchObject(refused)
    await expect(finish(stand, {}, () => Buffer.alloc(0), 'none')).rejects.toMatchObject(refused)
  })

  it('signs people in by its issuer and their number there', async () => {
    const { person, extra } = await finish(stand)
    expect(person).toMatchObject({ subject: `${stand.signs} a1`, name: 'Ann Lee', email: stand.claims.email })
    expect(person.emailVerified).toBe(stand.claims.email_verified === true)
    expect(extra).toMatchObject({ oauth_token: 'access', id_token: expect.any(String) })
  })
})

it('directories of Microsoft do not sign in people of each other', async () => {
  const others = { iss: `${login}/two/v2.0`, tid: 'two' }
  await expect(finish(oneDirectory, others)).rejects.toMatchObject({ status: 401 })
  await expect(finish(anyDirectory, { ...others, tid: 'one' })).rejects.toMatchObject({ status: 401 })
  await expect(finish(anyDirectory, { tid: undefined })).rejects.toMatchObject({ status: 401 })
  expect((await finish(anyDirectory, others)).person.subject).toBe(`${login}/two/v2.0 a1`)
})
