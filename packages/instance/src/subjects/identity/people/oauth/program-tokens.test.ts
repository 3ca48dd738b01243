import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRequestSender } from '../../../../platform/outgoing/ask.ts'
import { hs256, idToken, type Json, rs256, webKey } from '../../../../testing/id-token.ts'
import { customProvider } from './custom-provider.ts'
import { createReach } from './metadata.ts'
import { createProgramTokens } from './program-tokens.ts'

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const real = rsa()
const forged = rsa()
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
const pem = real.publicKey.export({ type: 'spki', format: 'pem' })

/** A provider whose responses are set by each test; `null`: none at all. */
let answers: Record<string, unknown> = {}
const asked: string[] = []
const listening = createServer((request, response) => {
  const path = request.url ?? ''
  asked.push(path)
  const answer = answers[path]
  if (answer === null) return
  const isText = typeof answer === 'string'
  response.writeHead(answer === undefined ? 404 : 200, { 'content-type': isText ? 'text/html' : 'application/json' })
  response.end(isText ? answer : JSON.stringify(answer ?? {}))
})
let issuer: string
beforeAll(async () => {
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
})
afterAll(() => {
  listening.closeAllConnections()
  listening.close()
})
beforeEach(() => {
  asked.length = 0
  const keys = [webKey(real.publicKey, 'one')]
  answers = { '/describes': { issuer, ...endpoints(issuer) }, '/keys': { keys } }
})
afterEach(() => void vi.useRealTimers())

const endpoints = (at: string) => ({
  authorization_endpoint: `${at}/auth`,
  token_endpoint: `${at}/token`,
  jwks_uri: `${at}/keys`,
})
const seconds = () => Math.floor(Date.now() / 1000)
const audience = 'api://shop'
const account = 'daemon@example.com'

function tokensOf(settings: Json = {}, timeout = 5000) {
  const all = {
    discovery_document: `${issuer}/describes`,
    program_audiences: [audience],
    program_algorithms: [],
    program_issuers: [],
    program_accounts: [{ claim: 'client', value: 'job', account }],
    ...settings,
  }
  const made = createProgramTokens({
    service: { id: 1, name: 'own', label: 'Ours', modified: '' },
    provider: customProvider(all),
    settings: all,
    timeout,
    clock: () => Date.now(),
    reach: createReach(createRequestSender({ allowPrivateHosts: ['*'], longest: 100_000, timeout })),
  })
  if (made === null) throw new Error('These settings name no programs.')
  return made
}

const rightHeader = { alg: 'RS256', kid: 'one', typ: 'at+jwt' }
const rightClaims = () => ({
  iss: issuer,
  aud: audience,
  sub: 'job',
  client_id: 'job',
  jti: 'x',
  iat: seconds(),
  exp: seconds() + 60,
})
const tokenOf = (wrong: Json = {}, header: Json = {}, seal = rs256(real.privateKey)) =>
  idToken({ ...rightHeader, ...header }, { ...rightClaims(), ...wrong }, seal)
const refused = (message: RegExp, status = 401) => ({ status, message: expect.stringMatching(message) })

describe('a token is refused', () => {
  it.each<[string, () => string, RegExp]>([
    ['that is none', () => 'nonsense', /JWS/],
    ['that nobody signed', () => tokenOf({}, { alg: 'none' }, () => Buffer.alloc(0)), /alg|JWS/i],
    ['signed with the public key', () => tokenOf({}, { alg: 'HS256' }, hs256(pem)), /alg/],
    ['signed with the client secret', () => tokenOf({}, { alg: 'HS256' }, hs256('secret')), /alg/],
    ['signed by somebody else', () => tokenOf({}, {}, rs256(forged.privateKey)), /signature/],
    ['of an unknown key', () => tokenOf({}, { kid: 'x' }), /key/],
    [
      'that brings its own key',
      () => tokenOf({}, { kid: 'x', jwk: webKey(forged.publicKey, 'x') }, rs256(forged.privateKey)),
      /key/,
    ],
    ['with an extension that is not known', () => tokenOf({}, { crit: ['x'], x: 1 }), /crit|x/i],
    ['of another type', () => tokenOf({}, { typ: 'logout+jwt' }), /not an access token/],
  ])('%s', async (_, made, message) => {
    await expect(tokensOf()(made()).verify()).rejects.toMatchObject(refused(message))
  })

  it.each<[string, Json, RegExp]>([
    ['another audience', { aud: 'api://other' }, /aud/],
    ['other audiences', { aud: ['api://other', `${audience}/x`] }, /aud/],
    ['no audience', { aud: undefined }, /aud/],
    ['another issuer', { iss: 'https://evil.test' }, /iss/],
    ['no issuer, which every access token has', { iss: undefined }, /iss/],
    ['several issuers', { iss: ['x'] }, /iss/],
    ['a time that is over', { exp: seconds() - 3600 }, /exp/],
    ['no end', { exp: undefined }, /exp/],
    ['an end that is no time', { exp: 'never' }, /exp/],
    ['a time that has not come', { nbf: seconds() + 3600 }, /nbf/],
    ['an issue that has not come', { iat: seconds() + 3600 }, /iat/],
    ['longer than a day', { iat: seconds() - 90_000, exp: seconds() + 90_000 }, /iat/],
    ['nobody', { sub: undefined }, /sub/],
    ['a key of its holder', { cnf: { jkt: 'x' } }, /bound to a key/],
    ['a person who signs in', { nonce: 'n' }, /ID token/],
    ['a client of a person', { at_hash: 'h' }, /ID token/],
    ['a refresh', { typ: 'Refresh' }, /not an access token/],
    ['a person who uses the program', { sub: 'ann' }, /not the token of a program/],
    ['a program that contradicts itself', { azp: 'other' }, /not the token of a program/],
    ['a program that is not listed', { sub: 'other', client_id: 'other' }, /no account for this program/],
    ['a program whose name differs in case', { sub: 'JOB', client_id: 'JOB' }, /no account for this program/],
    ['no program', { client_id: undefined }, /not the token of a program/],
    ['a program of an object as a name', { sub: { a: 1 }, client_id: { a: 1 } }, /not the token of a program/],
  ])('for %s', async (_, wrong, message) => {
    await expect(tokensOf()(tokenOf(wrong)).verify()).rejects.toMatchObject(refused(message))
  })

  it('of a role or subject that is not listed', async () => {
    const rows = (claim: string, value: string) => ({ program_accounts: [{ claim, value, account }] })
    const wrong = refused(/no account|not the token/)
    for (const roles of [undefined, 'Jobs.Run', ['Jobs.Read'], [['Jobs.Run']]]) {
      await expect(tokensOf(rows('role', 'Jobs.Run'))(tokenOf({ roles })).verify()).rejects.toMatchObject(wrong)
    }
    const ofPerson = tokenOf({ sub: 'ann', roles: ['Jobs.Run'] })
    await expect(tokensOf(rows('role', 'Jobs.Run'))(ofPerson).verify()).rejects.toMatchObject(wrong)
    await expect(tokensOf(rows('subject', 'another'))(tokenOf()).verify()).rejects.toMatchObject(wrong)
  })

  it('of anybody if no audience or no issuer is known', async () => {
    await expect(tokensOf({ program_audiences: [] })(tokenOf()).verify()).rejects.toMatchObject(refused(/aud/))
    const set = { discovery_document: null, auth_endpoint: `${issuer}/auth`, jwks_uri: `${issuer}/keys` }
    await expect(tokensOf(set)(tokenOf()).verify()).rejects.toMatchObject(refused(/iss/))
  })
})

describe('keys of a provider', () => {
  it('are not waited for longer than the limit, by any number of programs at once', async () => {
    answers['/keys'] = null
    const tokens = tokensOf({}, 3000)
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => tokens(tokenOf()).verify()))
    for (const each of results) expect(each).toMatchObject({ status: 'rejected', reason: { status: 504 } })
    expect(asked.filter((path) => path === '/keys')).toHaveLength(1)
    answers['/keys'] = { keys: [webKey(real.publicKey, 'one')] }
    expect(await tokens(tokenOf()).verify()).toMatchObject({ name: 'job' })
  })

  it.each<[string, unknown]>([
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['another document', { error: 'x' }],
    ['no list', { keys: 'none' }],
    ['nothing', undefined],
    ['weak keys', { keys: [{ ...webKey(weak.publicKey, 'one') }] }],
  ])('are a fault of the provider if they are %s', async (_, keys) => {
    answers['/keys'] = keys
    await expect(tokensOf()(tokenOf()).verify()).rejects.toMatchObject({ status: 502 })
  })

  it.each([
    ['a page', '<!doctype html>'],
    ['nothing', undefined],
  ])('are a fault of the provider if its description is %s', async (_, document) => {
    answers['/describes'] = document
    await expect(tokensOf()(tokenOf()).verify()).rejects.toMatchObject({ status: 502 })
  })

  it('are kept, and asked for again once in a while if a token names an unknown one', async () => {
    const tokens = tokensOf()
    const renewed = () => tokenOf({}, { kid: 'two' }, rs256(forged.privateKey))
    await tokens(tokenOf()).verify()
    await tokens(tokenOf()).verify()
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(tokens(renewed()).verify()).rejects.toMatchObject(refused(/key/))
    }
    expect(asked.filter((path) => path === '/keys')).toHaveLength(1)
    answers['/keys'] = { keys: [webKey(forged.publicKey, 'two')] }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(await tokens(renewed()).verify()).toMatchObject({ name: 'job' })
    await expect(tokens(tokenOf()).verify()).rejects.toMatchObject(refused(/key/))
  })
})

describe('a token gives the account of its program', () => {
  it.each<[string, Json, Json]>([
    ['client_id', {}, {}],
    ['azp', { client_id: undefined, azp: 'job' }, {}],
    ['cid', { client_id: undefined, cid: 'job', scp: ['jobs'] }, {}],
    ['several agreeing names', { azp: 'job', appid: 'job' }, {}],
    ['one of its audiences', { aud: ['api://other', audience] }, {}],
    [
      'an app role',
      { roles: ['Jobs.Read', 'Jobs.Run'] },
      { program_accounts: [{ claim: 'role', value: 'Jobs.Run', account }] },
    ],
    [
      'a subject without a client',
      { sub: 'repo:shop:main', client_id: undefined },
      { program_accounts: [{ claim: 'subject', value: ' repo:shop:main ', account }] },
    ],
    ['another issuer that is named', { iss: 'https://named.test' }, { program_issuers: ['https://named.test'] }],
  ])('by %s', async (_, claims, settings) => {
    const { name, account: found, until } = await tokensOf(settings)(tokenOf(claims)).verify()
    expect({ name, found }).toEqual({ name: claims.sub ?? 'job', found: account })
    expect(until).toBeGreaterThan(seconds())
  })

  it('by the first row that matches', async () => {
    const program_accounts = [
      { claim: 'role', value: 'Other', account: 'no@example.com' },
      { claim: 'subject', value: 'job', account: 'first@example.com' },
      { claim: 'client', value: 'job', account },
    ]
    expect(await tokensOf({ program_accounts })(tokenOf()).verify()).toMatchObject({ account: 'first@example.com' })
  })

  it('and counts failures by what it claims to be', () => {
    const tokens = tokensOf()
    expect(tokens('nonsense').claimed).toBe('')
    expect(tokens(tokenOf({ sub: 'x'.repeat(900), client_id: undefined })).claimed).toHaveLength(200)
    expect(tokens(tokenOf()).claimed).toBe('job')
  })
})
