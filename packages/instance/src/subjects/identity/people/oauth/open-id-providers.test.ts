import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hs256, idToken, type Json, rs256, webKey } from '../../../../testing/id-token.ts'
import { linkingRules } from '../external/account-linking.ts'
import { customProvider } from './custom-provider.ts'
import { createProviderSignIn } from './provider-sign-in.ts'
import { providers, rolesOfNames } from './providers.ts'

const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = key.publicKey.export({ type: 'spki', format: 'pem' })
const proof = { verifier: 'v'.repeat(43), nonce: 'n'.repeat(43) }
const now = () => Math.floor(Date.now() / 1000)
/** A provider's self-description and the service's settings. Paths are relative to its host. */
interface Stand {
  readonly type: string
  readonly settings?: Json
  /** As in its discovery document. */
  readonly issuer: string
  /** As in its ID tokens. */
  readonly signs: string
  readonly claims: Json
  /** Its response about groups. If absent, it has none. */
  readonly groups?: Response
}

const google: Stand = {
  type: 'oauth_google',
  issuer: '',
  signs: '',
  claims: { email: 'ann@gmail.com', email_verified: true },
}
const anyDirectory: Stand = {
  type: 'oauth_azure_ad',
  issuer: '/{tenantid}/v2.0',
  signs: '/one/v2.0',
  claims: { tid: 'one', email: 'ann@example.com' },
}
const oneDirectory: Stand = { ...anyDirectory, settings: { tenant_id: 'one' }, issuer: '/one/v2.0' }
const live: Stand = { ...anyDirectory, type: 'oauth_microsoft-live' }
const own = (origin: string, issuer: string): Stand => ({
  type: 'oidc',
  settings: { discovery_document: `${origin}/.well-known/openid-configuration` },
  issuer,
  signs: issuer,
  claims: { email: 'ann@example.com', email_verified: true },
})
const okta = own('https://ours.okta.test', '')
const auth0 = own('https://ours.auth0.test', '/')

const providerOf = ({ type, settings = {} }: Stand) => providers.get(type)?.(settings) ?? customProvider(settings)
const documentOf = (stand: Stand) => new URL(String(providerOf(stand).described))
/** Resolves issuer paths on the provider's host. Absolute URLs stay unchanged. */
const at = (stand: Stand, issuer: unknown) =>
  /^(\/|$)/.test(String(issuer)) ? `${documentOf(stand).origin}${issuer}` : issuer

/** The result of a sign-in with these claims in addition to the correct ones. */
function finish(stand: Stand, wrong: Json = {}, seal = rs256(key.privateKey), alg = 'RS256') {
  const said = {
    iss: stand.signs,
    aud: 'us',
    sub: 'a1',
    nonce: proof.nonce,
    iat: now(),
    exp: now() + 60,
    name: 'Ann Lee',
  }
  const claims: Json = { ...said, ...stand.claims, ...wrong }
  const id_token = idToken({ alg, kid: 'one' }, { ...claims, iss: at(stand, claims.iss) }, seal)
  const endpoint = (path: string) => `https://endpoints.test/${path}`
  const description = {
    authorization_endpoint: endpoint('auth'),
    token_endpoint: endpoint('token'),
    jwks_uri: endpoint('keys'),
  }
  const pages: Json = {
    [documentOf(stand).href]: { issuer: at(stand, stand.issuer), ...description },
    [endpoint('token')]: { access_token: 'access', token_type: 'Bearer', id_token },
    [endpoint('keys')]: { keys: [webKey(key.publicKey, 'one')] },
  }
  const signIn = createProviderSignIn({
    service: { id: 1, name: 'over', label: null },
    provider: providerOf(stand),
    client: { id: 'us', secret: 'secret', redirectUrl: 'https://console.test/login' },
    rulesFor: (groups) => linkingRules({}, groups === null ? undefined : rolesOfNames(stand.settings ?? {}, groups)),
    reach: async (address) => {
      const { pathname, searchParams } = new URL(address)
      if (!pathname.endsWith(':searchDirectGroups')) {
        return Response.json(pages[address] ?? {}, { status: address in pages ? 200 : 404 })
      }
      expect(searchParams.get('query')).toMatch(/^member_key_id == 'ann@example\.com' && '[\w./]+' in labels$/)
      return stand.groups?.clone() ?? Response.json({}, { status: 403 })
    },
    clock: Date.now,
  })
  return signIn.exchangeCode(new URLSearchParams({ code: 'c', state: 's' }), 's', proof)
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
  it('rejects tokens of another issuer, for another audience, or of another kind', async () => {
    const refused = { status: 401 }
    await expect(finish(stand, { iss: 'https://evil.test' })).rejects.toMatchObject(refused)
    await expect(finish(stand, { aud: 'them' })).rejects.toMatchObject(refused)
    await expect(finish(stand, { nonce: 'another' })).rejects.toMatchObject(refused)
    await expect(finish(stand, {}, hs256(pem), 'HS256')).rejects.toMatchObject(refused)
    await expect(finish(stand, {}, hs256('secret'), 'HS256')).rejects.toMatchObject(refused)
    await expect(finish(stand, {}, () => Buffer.alloc(0), 'none')).rejects.toMatchObject(refused)
  })

  it('signs people in by issuer and subject', async () => {
    const { person, extra } = await finish(stand)
    expect(person).toMatchObject({
      subject: `${at(stand, stand.signs)} a1`,
      name: 'Ann Lee',
      email: stand.claims.email,
    })
    expect(person.emailVerified).toBe(stand.claims.email_verified === true)
    expect(extra).toMatchObject({ oauth_token: 'access', id_token: expect.any(String) })
  })
})

it('does not sign people of one Microsoft directory in for another', async () => {
  const others = { iss: '/two/v2.0', tid: 'two' }
  await expect(finish(oneDirectory, others)).rejects.toMatchObject({ status: 401 })
  await expect(finish(anyDirectory, { ...others, tid: 'one' })).rejects.toMatchObject({ status: 401 })
  await expect(finish(anyDirectory, { tid: undefined })).rejects.toMatchObject({ status: 401 })
  expect((await finish(anyDirectory, others)).person.subject).toBe(`${at(anyDirectory, '/two/v2.0')} a1`)
})

describe('groups at Google', () => {
  const group_role_map = [
    { role_id: 7, group_email: 'Editors@example.com' },
    { role_id: 8, group_email: 'staff@example.com' },
  ]
  const claims = { ...google.claims, email: 'ann@example.com', hd: 'example.com' }
  const mapping: Stand = { ...google, settings: { map_group_to_role: true, group_role_map }, claims }
  const inGroups = (...names: string[]) =>
    Response.json({ memberships: [{ groupKey: null }, ...names.map((id) => ({ groupKey: { id } }))] })
  const roles = async (stand: Stand) => {
    const { groupRole, groupRoles } = (await finish(stand)).rules
    return [groupRole, [...groupRoles]]
  }

  it('give no role to people who are in none, may not see them, or have an address that would alter the query', async () => {
    for (const stand of [
      { ...mapping, groups: inGroups('others@example.com') },
      { ...mapping, groups: Response.json({ memberships: 'all' }) },
      mapping,
      { ...mapping, claims: { ...claims, email: "x'||true||'@example.com" }, groups: inGroups('staff@example.com') },
      { ...mapping, claims: { ...claims, email_verified: false }, groups: inGroups('staff@example.com') },
      { ...mapping, claims: { ...claims, hd: undefined }, groups: inGroups('staff@example.com') },
    ]) {
      expect(await roles(stand)).toEqual([null, [7, 8]])
    }
    expect(await roles({ ...google, claims, groups: inGroups('staff@example.com') })).toEqual([null, []])
  })

  it('are not treated as empty if Google fails', async () => {
    const failing = { ...mapping, groups: Response.json({}, { status: 503 }) }
    await expect(finish(failing)).rejects.toMatchObject({ status: 502 })
  })

  it('give the role of the first row that names one of them, ignoring case', async () => {
    expect(await roles({ ...mapping, groups: inGroups('staff@example.com') })).toEqual([8, [7, 8]])
    expect(await roles({ ...mapping, groups: inGroups('staff@example.com', 'editors@example.com') })).toEqual([
      7,
      [7, 8],
    ])
  })
})
