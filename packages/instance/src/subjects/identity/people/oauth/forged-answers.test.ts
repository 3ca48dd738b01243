import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRequestSender } from '../../../../platform/outgoing/ask.ts'
import { hs256, type Json, webKey as jwk, rs256, idToken as token } from '../../../../testing/id-token.ts'
import { linkingRules } from '../external/account-linking.ts'
import { customProvider } from './custom-provider.ts'
import { createReach } from './metadata.ts'
import { createProviderSignIn } from './provider-sign-in.ts'

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const real = rsa()
const forged = rsa()
const pem = real.publicKey.export({ type: 'spki', format: 'pem' })

/** A provider whose responses are set by each test. */
const answers: Record<string, unknown> = {}
const asked: string[] = []
const listening = createServer(async (request, response) => {
  const [path = ''] = (request.url ?? '').split('?')
  asked.push(`${path} ${await text(request)}`)
  const answer = answers[path]
  response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer ?? {}))
})
let port: number
let issuer: string
beforeAll(async () => {
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  port = (listening.address() as AddressInfo).port
  issuer = `http://127.0.0.1:${port}`
})
afterAll(() => void listening.close())
afterEach(() => void vi.useRealTimers())

const description = () => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  userinfo_endpoint: `${issuer}/me`,
  id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
})
const proof = { verifier: 'v'.repeat(43), nonce: 'n'.repeat(43) }
const seconds = () => Math.floor(Date.now() / 1000)
const rightClaims = () => ({
  iss: issuer,
  aud: 'us',
  sub: 'ann',
  nonce: proof.nonce,
  iat: seconds(),
  exp: seconds() + 60,
  email: 'ann@example.com',
  email_verified: true,
  name: 'Ann Lee',
})
const rightHeader = { alg: 'RS256', kid: 'one' }

function signInAt(settings: Json = {}) {
  Object.assign(answers, { '/describes': description(), '/keys': { keys: [jwk(real.publicKey, 'one')] } })
  return createProviderSignIn({
    service: { id: 1, name: 'own', label: 'Ours' },
    provider: customProvider({ discovery_document: `${issuer}/describes`, ...settings }),
    client: { id: 'us', secret: 'secret', redirectUrl: 'http://localhost/login' },
    rulesFor: () => linkingRules({}),
    reach: createReach(
      createRequestSender({ allowPrivateHosts: [`127.0.0.1:${port}`], longest: 100_000, timeout: 5000 }),
    ),
    clock: Date.now,
  })
}

async function finish(idToken: string | undefined, settings: Json = {}, signIn = signInAt(settings)) {
  answers['/token'] = { access_token: 'access', token_type: 'bearer', id_token: idToken }
  const { person } = await signIn.exchangeCode(new URLSearchParams({ code: 'c', state: 's' }), 's', proof)
  return person
}

const refused = (message: RegExp) => ({ status: 401, message: expect.stringMatching(message) })

describe('rejects a provider’s response', () => {
  it.each<[string, () => string | undefined, RegExp]>([
    ['without an ID token', () => undefined, /id_token/],
    ['that is none', () => 'nonsense', /JWT/],
    ['that nobody signed', () => token({ alg: 'none' }, rightClaims(), () => Buffer.alloc(0)), /alg/],
    ['signed with the public key', () => token({ ...rightHeader, alg: 'HS256' }, rightClaims(), hs256(pem)), /alg/],
    ['signed with the secret', () => token({ ...rightHeader, alg: 'HS256' }, rightClaims(), hs256('secret')), /alg/],
    ['signed by somebody else', () => token(rightHeader, rightClaims(), rs256(forged.privateKey)), /signature/],
    ['of an unknown key', () => token({ ...rightHeader, kid: 'x' }, rightClaims(), rs256(real.privateKey)), /key/],
  ])('with an ID token %s', async (_, made, message) => {
    await expect(finish(made())).rejects.toMatchObject(refused(message))
  })

  it.each<[string, Json, RegExp]>([
    ['another issuer', { iss: 'https://evil.test' }, /iss/],
    ['another audience', { aud: 'them' }, /aud/],
    ['several audiences and another party', { aud: ['us', 'them'], azp: 'them' }, /azp/],
    ['another sign-in', { nonce: 'another' }, /nonce/],
    ['no sign-in', { nonce: undefined }, /nonce/],
    ['a time that is over', { exp: seconds() - 3600 }, /exp/],
    ['a time that has not come', { nbf: seconds() + 3600 }, /nbf/],
    ['nobody', { sub: undefined }, /sub/],
  ])('with a signed ID token for %s', async (_, wrong, message) => {
    const made = token(rightHeader, { ...rightClaims(), ...wrong }, rs256(real.privateKey))
    await expect(finish(made)).rejects.toMatchObject(refused(message))
  })

  it('with user info about another person', async () => {
    answers['/me'] = { sub: 'bob', email: 'bob@example.com' }
    const made = token(rightHeader, { ...rightClaims(), email: undefined }, rs256(real.privateKey))
    await expect(finish(made)).rejects.toMatchObject(refused(/sub/))
  })

  it('with the issuer of another provider', async () => {
    const signIn = signInAt()
    const answer = new URLSearchParams({ code: 'c', state: 's', iss: 'https://evil.test' })
    await expect(signIn.exchangeCode(answer, 's', proof)).rejects.toMatchObject(refused(/iss/))
  })

  it('without keys to verify it, unless the service requires none', async () => {
    const set = { discovery_document: null, auth_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
    const made = token(rightHeader, rightClaims(), rs256(forged.privateKey))
    const checking = { ...set, validate_id_token: true, jwks_uri: `${issuer}/keys` }
    await expect(finish(made, checking)).rejects.toMatchObject(refused(/signature/))
    expect(await finish(made, set)).toMatchObject({ subject: `${issuer} ann` })
  })

  it('with a discovery document that downgrades from HTTPS to HTTP', async () => {
    const signIn = createProviderSignIn({
      service: { id: 1, name: 'own', label: 'Ours' },
      provider: customProvider({ discovery_document: 'https://provider.test/describes' }),
      client: { id: 'us', secret: 'secret', redirectUrl: 'http://localhost/login' },
      rulesFor: () => linkingRules({}),
      reach: async () => Response.json(description()),
      clock: Date.now,
    })
    await expect(signIn.authorizationUrl('s', proof)).rejects.toMatchObject({ status: 502 })
  })

  it('from a private host that no administrator configured', async () => {
    const signIn = signInAt({ discovery_document: `${issuer}/elsewhere` })
    answers['/elsewhere'] = { ...description(), token_endpoint: `http://localhost:${port}/token` }
    asked.length = 0
    await expect(finish(undefined, {}, signIn)).rejects.toMatchObject({ status: 400 })
    expect(asked.some((line) => line.startsWith('/token'))).toBe(false)
  })
})

describe('accepts a provider’s response', () => {
  it('if everything matches, and sends the code with its verifier', async () => {
    asked.length = 0
    expect(await finish(token(rightHeader, rightClaims(), rs256(real.privateKey)))).toEqual({
      service: { id: 1, name: 'own' },
      subject: `${issuer} ann`,
      email: 'ann@example.com',
      emailVerified: true,
      first_name: null,
      last_name: null,
      name: 'Ann Lee',
      marks: { oauth_provider: 'own' },
    })
    expect(asked.find((line) => line.startsWith('/token'))).toContain(`code_verifier=${proof.verifier}`)
  })

  it('after it rotated its keys, which are cached between sign-ins', async () => {
    const signIn = signInAt()
    const right = () => token(rightHeader, rightClaims(), rs256(real.privateKey))
    asked.length = 0
    await finish(right(), {}, signIn)
    await finish(right(), {}, signIn)
    expect(asked.filter((line) => line.startsWith('/keys'))).toHaveLength(1)
    answers['/keys'] = { keys: [jwk(forged.publicKey, 'two')] }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    const renewed = token({ alg: 'RS256', kid: 'two' }, rightClaims(), rs256(forged.privateKey))
    expect(await finish(renewed, {}, signIn)).toMatchObject({ subject: `${issuer} ann` })
    await expect(finish(right(), {}, signIn)).rejects.toMatchObject(refused(/key/))
  })
})
