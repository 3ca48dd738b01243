import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestPerson } from '../../../../testing/factories.ts'
import { deferred, fixture } from '../../../../testing/fixture.ts'
import { idToken, rs256 } from '../../../../testing/id-token.ts'
import { sharedInstance, testInstance } from '../../../../testing/test-instance.ts'
import { openTestProvider, testClient } from '../../../../testing/test-provider.ts'

const audience = 'https://api.example.com'
const provider = fixture(() => openTestProvider('http://localhost/login', {}))
afterAll(() => provider.close())

let late = 0
const many = { count: 1000, seconds: 300 }
const { send, make, root } = sharedInstance({
  clock: () => Date.now() + late,
  config: { loginFailures: { account: many, address: many } },
})

interface Session {
  session_token: string
  email: string
  token_expiry_date: string
}

let account: TestPerson
const config = deferred(() => ({
  discovery_document: provider.document,
  client_id: testClient.id,
  client_secret: testClient.secret,
  redirect_url: 'http://localhost/login',
  program_audiences: [audience],
  program_accounts: [{ claim: 'client', value: 'daemon', account: account.email }],
}))

function save(name: string, type: string, settings: object, to = { send, root }) {
  const record = { name, label: name, type, is_active: true, config: { ...config, ...settings } }
  return to.send<{ resource: { id: number }[] }>('POST', 'system/service', {
    as: to.root,
    body: { resource: [record] },
  })
}

async function service(name: string, settings: object = {}): Promise<number> {
  const answer = await save(name, 'oidc', settings)
  expect(answer).toMatchObject({ status: 201 })
  return Number(answer.body.resource[0]?.id)
}

let own: number
let app: Awaited<ReturnType<typeof make.app>>
beforeAll(async () => {
  app = await make.app()
  const role = await make.role({
    access: [
      { service_id: await make.serviceId('user'), component: '*', verbs: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    ],
  })
  account = await make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
  own = await service('own')
})
beforeEach(() => {
  late = 0
})

/** Exchanges a token for a session. */
function enter(token: string | null, at = 'own', verb = 'POST', to = send) {
  const headers = token === null ? {} : { authorization: `bearer ${token}` }
  return to<Session>(verb, `${at}/client_credentials`, { headers, key: app.api_key })
}

const tokenOf = (client = 'daemon', resource = audience) => provider.programToken(client, resource)
const refused = (message: string | RegExp, status = 401) => ({
  status,
  body: { error: { message: expect.stringMatching(message) } },
})
const sessionOf = async () => (await enter(await tokenOf())).body
const patch = (path: string, body: object) => send('PATCH', path, { as: root, body })

describe('a program is refused', () => {
  it('without a token, with a session token in its place, and with what is no token', async () => {
    expect(await enter(null)).toMatchObject(refused('Authorization: Bearer'))
    expect(await enter(root.token)).toMatchObject(refused('cannot be trusted'))
    expect(await enter('nonsense')).toMatchObject(refused('cannot be trusted'))
    expect(await enter(`${'a.'.repeat(2)}${'b'.repeat(3000)}`)).toMatchObject(refused('cannot be trusted'))
  })

  it('by other methods, at services without programs, and of types that have none', async () => {
    const token = await tokenOf()
    for (const verb of ['GET', 'PUT', 'DELETE'] as const) {
      expect(await enter(token, 'own', verb)).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    }
    await service('people', { program_accounts: [], program_audiences: [] })
    expect(await enter(token, 'people')).toMatchObject(refused('accepts no programs', 400))
    expect(await save('hub', 'oauth_github', {})).toMatchObject({ status: 201 })
    expect(await enter(token, 'hub')).toMatchObject({ status: 401 })
    expect(await enter(token, 'nothing')).toMatchObject({ status: 401 })
  })

  it('with a token for another audience, of another program, or of another provider', async () => {
    expect(await enter(await tokenOf('daemon', 'https://other.example.com'))).toMatchObject(refused('aud'))
    expect(await enter(await tokenOf('stranger'))).toMatchObject(refused('no account for this program'))
    const another = await openTestProvider('http://localhost/login', {})
    const token = await another.programToken('daemon', audience)
    await another.close()
    expect(await enter(token)).toMatchObject(refused('cannot be trusted'))
    const forged = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const claims = { iss: provider.issuer, aud: audience, sub: 'daemon', client_id: 'daemon' }
    const now = Math.floor(Date.now() / 1000)
    expect(await enter(idToken({ alg: 'RS256' }, { ...claims, iat: now, exp: now + 60 }, rs256(forged)))).toMatchObject(
      refused('signature'),
    )
  })

  it('after its token ended', async () => {
    const token = await tokenOf()
    late = 60_000 + 61_000
    expect(await enter(token)).toMatchObject(refused('exp'))
  })

  it('if its account does not exist, is an administrator or is not active', async () => {
    const admin = await make.admin()
    const gone = await make.user({ is_active: false })
    const mapped = async (name: string, email: string) => {
      await service(name, { program_accounts: [{ claim: 'client', value: 'daemon', account: email }] })
      return enter(await tokenOf(), name)
    }
    expect(await mapped('nobody', 'nobody@example.test')).toMatchObject(refused('does not exist'))
    expect(await mapped('admins', admin.email)).toMatchObject(refused('as administrators'))
    expect(await mapped('inactive', gone.email)).toMatchObject(refused('not active'))
  })

  it('at an inactive service', async () => {
    const id = await service('asleep')
    await patch(`system/service/${id}`, { is_active: false })
    expect(await enter(await tokenOf(), 'asleep')).toMatchObject(refused('deactivated', 403))
  })

  it('after too many failures, which another program does not share', async () => {
    const limits = { account: { count: 2, seconds: 300 }, address: many }
    const other = await testInstance({ config: { loginFailures: limits } })
    const { email } = await other.make.user()
    const accounts = ['daemon', 'stranger'].map((value) => ({ claim: 'client', value, account: email }))
    expect(await save('own', 'oidc', { program_accounts: accounts }, other)).toMatchObject({ status: 201 })
    const wrong = await tokenOf('daemon', 'https://other.example.com')
    for (const status of [401, 401, 429]) {
      expect(await enter(wrong, 'own', 'POST', other.send)).toMatchObject({ status })
    }
    expect(await enter(await tokenOf(), 'own', 'POST', other.send)).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.any(String) },
    })
    expect(await enter(await tokenOf('stranger'), 'own', 'POST', other.send)).toMatchObject({ status: 200 })
  })

  it('by settings that would accept tokens for anybody', async () => {
    const without = (type: string, settings: object) => save('never', type, settings)
    const asks = (field: string) => ({
      status: 400,
      body: expect.toSatisfy((body) => JSON.stringify(body).includes(`${field} is required`)),
    })
    expect(await without('oidc', { program_audiences: [] })).toMatchObject(asks('program_audiences'))
    const at = (path: string) => `${provider.issuer}/${path}`
    const set = { discovery_document: null, auth_endpoint: at('auth'), token_endpoint: at('token'), scopes: 'openid' }
    expect(await without('oidc', { ...set, jwks_uri: at('jwks') })).toMatchObject(asks('program_issuers'))
    expect(await without('oidc', { ...set, program_issuers: [provider.issuer] })).toMatchObject(asks('jwks_uri'))
    expect(await without('oauth_azure_ad', {})).toMatchObject(asks('tenant_id'))
    const row = { claim: 'client', value: 'daemon', account: account.email }
    for (const member of ['claim', 'value', 'account']) {
      const program_accounts = [{ ...row, [member]: null }]
      expect(await without('oidc', { program_accounts })).toMatchObject(asks(member))
    }
  })
})

describe('the session of a program', () => {
  it('has the rights of the account in the app, and ends with the token', async () => {
    const { status, body, headers } = await enter(await tokenOf())
    expect({ status, body }).toMatchObject({ status: 200, body: { email: account.email, is_sys_admin: false } })
    expect(body).not.toHaveProperty('oauth_token')
    expect(headers['set-cookie']).toBeUndefined()
    const ends = Date.parse(`${body.token_expiry_date.replace(' ', 'T')}Z`) - Date.now()
    expect(ends).toBeLessThanOrEqual(60_000)
    const as = { token: body.session_token }
    const { api_key: key } = app
    expect(await send('GET', 'user/profile', { as, key })).toMatchObject({
      status: 200,
      body: { email: account.email },
    })
    expect(await send('GET', 'system/user', { as, key })).toMatchObject({ status: 403 })
    late = 61_000
    expect(await send('GET', 'user/profile', { as, key })).toMatchObject({ status: 401 })
  })

  it('is for programs set by subject or without a discovery document', async () => {
    const at = (path: string) => `${provider.issuer}/${path}`
    const bySubject = { program_accounts: [{ claim: 'subject', value: 'stranger', account: account.email }] }
    await service('subjects', bySubject)
    expect(await enter(await tokenOf('stranger'), 'subjects')).toMatchObject({ status: 200 })
    const set = { discovery_document: null, auth_endpoint: at('auth'), token_endpoint: at('token'), scopes: 'openid' }
    await service('plain', { ...set, jwks_uri: at('jwks'), program_issuers: [provider.issuer] })
    expect(await enter(await tokenOf(), 'plain')).toMatchObject({ status: 200 })
    await service('narrow', { program_algorithms: ['ES256'] })
    expect(await enter(await tokenOf(), 'narrow')).toMatchObject(refused('alg'))
  })

  it('can neither be refreshed nor change the account, whatever its role', async () => {
    const { session_token: token } = await sessionOf()
    const as = { token }
    const { api_key: key } = app
    expect(await send('PUT', 'user/session', { as, key })).toMatchObject(refused('signs in again'))
    for (const [verb, path, body] of [
      ['POST', 'user/password', { old_password: account.password, new_password: 'another password' }],
      ['PATCH', 'user/profile', { email: 'mine@example.test', current_password: account.password }],
      ['DELETE', 'user/active_session?others=true', {}],
      ['POST', 'user/two_step/app_password', { name: 'mine', current_password: account.password }],
    ] as const) {
      expect([path, (await send(verb, path, { as, key, body })).status]).toEqual([path, 403])
    }
  })

  it('is in the audit log, as is the program of what it writes', async () => {
    await sessionOf()
    const { body } = await send<{ resource: { app_name: string; after: unknown }[] }>(
      'GET',
      `system/audit?filter=resource=active_session&order=id desc&limit=1`,
      { as: root },
    )
    expect(body.resource).toMatchObject([
      {
        user_email: account.email,
        app_name: expect.stringContaining('provider token daemon'),
        record_name: account.email,
        request_verb: 'POST',
      },
    ])
    expect(JSON.stringify(body.resource[0]?.after)).toContain('begun by daemon with own')
  })

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      'the account is deactivated, and stays ended',
      () => patch(`system/user/${account.id}`, { is_active: false }),
      () => patch(`system/user/${account.id}`, { is_active: true }),
    ],
    [
      'its service is deactivated',
      () => patch(`system/service/${own}`, { is_active: false }),
      () => patch(`system/service/${own}`, { is_active: true }),
    ],
    [
      'its program is removed',
      () => patch(`system/service/${own}`, { config: { program_accounts: [] } }),
      () => patch(`system/service/${own}`, { config: { program_accounts: config.program_accounts } }),
    ],
  ])('ends at once if %s', async (_, end, restore) => {
    const as = { token: (await sessionOf()).session_token }
    expect((await send('GET', 'user/session', { as })).status).toBe(200)
    await end()
    expect(await send('GET', 'user/session', { as })).toMatchObject({ status: 403 })
    expect((await enter(await tokenOf())).status).not.toBe(200)
    await restore()
    expect(await send('GET', 'user/session', { as })).toMatchObject({ status: 403 })
    expect(await enter(await tokenOf())).toMatchObject({ status: 200 })
  })

  it('needs no second step, as app passwords need none', async () => {
    await send('PUT', 'system/two_step', { as: root, body: { policy: 'everybody' } })
    expect(await enter(await tokenOf())).toMatchObject({ status: 200 })
    await send('PUT', 'system/two_step', { as: root, body: { policy: 'off' } })
  })
})
