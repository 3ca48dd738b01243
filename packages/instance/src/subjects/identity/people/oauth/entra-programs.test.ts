import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { idToken, type Json, rs256, webKey } from '../../../../testing/id-token.ts'
import { createProgramTokens } from './program-tokens.ts'
import { providers } from './providers.ts'

const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
const tenant = '5d0a4a1c-0000-4000-8000-000000000001'
const client = '5d0a4a1c-0000-4000-8000-000000000002'
const audience = 'api://shop'
const account = 'daemon@example.com'
const base = 'https://login.microsoftonline.com'
const v2 = `${base}/${tenant}/v2.0`
const now = Math.floor(Date.now() / 1000)

const common = { aud: audience, tid: tenant, sub: 'object', oid: 'object', iat: now, exp: now + 60 }
/** Access tokens of programs, as both versions of the endpoint issue them. */
const newer = { ...common, iss: v2, azp: client }
const older = { ...common, iss: `https://sts.windows.net/${tenant}/`, appid: client }

/** The result of a program's token with these claims. `described`: the issuer in the discovery document. */
function enter(claims: Json, settings: Json = {}, described = v2) {
  const all = {
    tenant_id: tenant,
    program_audiences: [audience],
    program_accounts: [{ claim: 'client', value: client, account }],
    ...settings,
  }
  const endpoints = { authorization_endpoint: `${base}/a`, token_endpoint: `${base}/t`, jwks_uri: `${base}/keys` }
  const pages: Json = {
    [`${base}/${all.tenant_id ?? 'common'}/v2.0/.well-known/openid-configuration`]: { issuer: described, ...endpoints },
    [`${base}/keys`]: { keys: [webKey(key.publicKey, 'one')] },
  }
  const provider = providers.get('oauth_azure_ad')?.(all)
  const tokens =
    provider &&
    createProgramTokens({
      service: { id: 1, name: 'entra', label: null, modified: '' },
      provider,
      settings: all,
      timeout: 5000,
      clock: () => Date.now(),
      reach: async (address) => Response.json(pages[address] ?? {}, { status: address in pages ? 200 : 404 }),
    })
  return tokens?.(idToken({ alg: 'RS256', kid: 'one', typ: 'JWT' }, claims, rs256(key.privateKey))).verify()
}

describe.each([
  ['newer', newer],
  ['older', older],
])('a token of the %s kind', (_, right) => {
  it.each<[string, Json]>([
    ['a person who uses the program', { sub: 'pair', scp: 'access_as_user' }],
    ['a person, by its subject alone', { sub: 'pair' }],
    ['a person, by its kind', { idtyp: 'user' }],
    ['a program with scopes of a person', { idtyp: 'app', scp: 'access_as_user' }],
    ['another tenant in its issuer', { iss: `${base}/another/v2.0` }],
    ['another tenant', { tid: 'another' }],
    ['no tenant', { tid: undefined }],
    ['another program', { azp: 'another', appid: 'another' }],
  ])('is refused for %s', async (_, wrong) => {
    await expect(enter({ ...right, ...wrong })).rejects.toMatchObject({ status: 401 })
  })

  it('is refused for a person whose subject is listed', async () => {
    const program_accounts = [{ claim: 'subject', value: 'pair', account }]
    const ofPerson = { ...right, sub: 'pair', scp: 'access_as_user' }
    await expect(enter(ofPerson, { program_accounts })).rejects.toMatchObject({ status: 401 })
  })

  it('is refused while the tenant is not known', async () => {
    const any = `${base}/{tenantid}/v2.0`
    for (const iss of [right.iss, any]) {
      await expect(enter({ ...right, iss }, { tenant_id: null }, any)).rejects.toMatchObject({ status: 401 })
    }
  })

  it('gives the account of its program or app role', async () => {
    const found = { name: client, account }
    expect(await enter(right)).toMatchObject(found)
    expect(await enter({ ...right, idtyp: 'app', oid: undefined })).toMatchObject(found)
    const program_accounts = [{ claim: 'role', value: 'Jobs.Run', account }]
    expect(await enter({ ...right, roles: ['Jobs.Run'] }, { program_accounts })).toMatchObject(found)
  })
})
