import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deferred, fixture } from '../../../../testing/fixture.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { openTestProvider, testClient } from '../../../../testing/test-provider.ts'

interface Answered {
  error: { message: string }
  session_token: string
  id: number
  email: string
  oauth_token: string
  id_token: string
}

const redirectUrl = 'http://localhost/login'
const ann = { email: 'ann@example.com', email_verified: true, given_name: 'Ann', family_name: 'Lee', name: 'Ann Lee' }
const people = {
  ann,
  bob: { ...ann, email: 'bob@example.com' },
  cid: { ...ann, email: 'cid@example.com' },
  dan: { ...ann, email: 'dan@example.com', email_verified: false },
}
const provider = fixture(() => openTestProvider(redirectUrl, people))
const another = fixture(() => openTestProvider(redirectUrl, people))
afterAll(async () => {
  await provider.close()
  await another.close()
})

let late = 0
const { send, make, root, parts } = sharedInstance({ clock: () => Date.now() + late })

const config = deferred(() => ({
  discovery_document: provider.document,
  client_id: testClient.id,
  client_secret: testClient.secret,
  redirect_url: redirectUrl,
  icon_class: 'fa-key',
}))

async function service(name: string, settings: object = {}, is_active = true): Promise<number> {
  const record = { name, label: `The ${name}`, type: 'oidc', is_active, config: { ...config, ...settings } }
  const body = { resource: [record] }
  const answer = await send<{ resource: { id: number }[] }>('POST', 'system/service', { as: root, body })
  expect(answer).toMatchObject({ status: 201 })
  return Number(answer.body.resource[0]?.id)
}

const role = fixture(() => make.role())
const app = fixture(() => make.app())
let own: number
beforeAll(async () => {
  own = await service('own', { default_role: role.id })
  await service('other', { discovery_document: another.document })
})

/** The redirect that a browser gets. */
async function begin(name = 'own', more = '') {
  const { status, headers } = await send('GET', `user/session?service=${name}${more}`)
  expect(status).toBe(302)
  const [cookie = ''] = (headers['set-cookie'] ?? '').split(';')
  return { address: new URL(headers.location ?? ''), cookie, setCookie: headers['set-cookie'] }
}

/** Returns with the query, as the console passes it on. */
function comeBack(query: URLSearchParams | string, cookie: string) {
  return send<Answered>('POST', `user/session?oauth_callback=true&${query}`, { headers: { cookie } })
}

async function comeFrom(name: string, at = provider, over = 'own') {
  const { address, cookie } = await begin(over)
  const { searchParams } = await at.signIn(address.href, name)
  return { query: searchParams, cookie }
}

async function signIn(name: string, at = provider, over = 'own') {
  const { query, cookie } = await comeFrom(name, at, over)
  return comeBack(query, cookie)
}

const refused = (message: string | RegExp, status = 401) => ({
  status,
  body: { error: { message: expect.stringMatching(message) } },
})

describe('a sign-in at a provider is rejected', () => {
  it.each(['nothing', 'user', 'OWNED'])('through %s, which is not such a service', async (name) => {
    expect(await send('GET', `user/session?service=${name}`)).toMatchObject(refused('no service', 400))
  })

  it('through an inactive service', async () => {
    await service('asleep', {}, false)
    expect(await send('GET', 'user/session?service=asleep')).toMatchObject(refused('no service', 400))
  })

  it.each([
    ['without a state', 'code=1', 400],
    ['with two', 'code=1&state=a&state=b', 400],
    ['with one of somebody’s own making', 'code=1&state=v1.AAAA', 401],
    ['with one that no one could ever have', `code=1&state=${'a'.repeat(5000)}`, 401],
  ])('that returns %s', async (_, query, status) => {
    expect(await comeBack(query, '')).toMatchObject(refused(/./, status))
  })

  it('that was started in another browser, where it still works', async () => {
    const { query, cookie } = await comeFrom('ann')
    expect(await comeBack(query, '')).toMatchObject(refused('another browser'))
    expect(await comeBack(query, (await begin()).cookie)).toMatchObject(refused('another browser'))
    expect(await comeBack(query, `a=b; ${cookie}`)).toMatchObject({ status: 200 })
  })

  it('that returns a second time', async () => {
    const { query, cookie } = await comeFrom('ann')
    await comeBack(query, cookie)
    expect(await comeBack(query, cookie)).toMatchObject(refused('already been used'))
  })

  it('that returns twice at once, except for one', async () => {
    const { query, cookie } = await comeFrom('ann')
    const answers = await Promise.all([1, 2, 3].map(() => comeBack(query, cookie)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  it('that returns too late', async () => {
    const { query, cookie } = await comeFrom('ann')
    late = 601_000
    expect(await comeBack(query, cookie)).toMatchObject(refused('too long'))
    late = 0
  })

  it('with a code that was used, or belongs to another sign-in', async () => {
    const first = await comeFrom('ann')
    const second = await begin()
    const stolen = new URLSearchParams(first.query)
    stolen.set('state', second.address.searchParams.get('state') ?? '')
    expect(await comeBack(stolen, second.cookie)).toMatchObject(refused('has ended'))
    const third = await comeFrom('ann')
    await comeBack(third.query, third.cookie)
    const fourth = await begin()
    third.query.set('state', fourth.address.searchParams.get('state') ?? '')
    expect(await comeBack(third.query, fourth.cookie)).toMatchObject(refused('has ended'))
  })

  it('with the response of another provider', async () => {
    const { query } = await comeFrom('ann', another, 'other')
    const { address, cookie } = await begin('own')
    query.set('state', address.searchParams.get('state') ?? '')
    expect(await comeBack(query, cookie)).toMatchObject(refused('iss'))
    const without = await begin('own')
    query.set('state', without.address.searchParams.get('state') ?? '')
    query.delete('iss')
    expect(await comeBack(query, without.cookie)).toMatchObject(refused('has ended'))
  })

  it('with the provider’s own error message', async () => {
    expect(await signIn('stranger')).toMatchObject(refused('The own did not sign you in: Nobody of that name.'))
  })

  it('if the provider does not know the client', async () => {
    await service('unknown', { client_secret: 'wrong' })
    expect(await signIn('ann', provider, 'unknown')).toMatchObject(refused('does not accept the client', 502))
  })

  it.each([
    ['is not there', () => 'http://127.0.0.1:1/', 502],
    ['describes nothing', () => `${provider.issuer}/nothing`, 502],
  ])('if the provider %s', async (name, addressOf, status) => {
    await service(name.replaceAll(' ', ''), { discovery_document: addressOf() })
    const answer = await send('GET', `user/session?service=${name.replaceAll(' ', '')}`)
    expect(answer).toMatchObject(refused(/./, status))
  })

  it('for administrators', async () => {
    const body = { email: root.email, password: root.password, service: 'own' }
    expect(await send('POST', 'system/admin/session', { body })).toMatchObject(refused('without a service', 400))
  })
})

describe('a response posted to the service itself', () => {
  const post = (query: URLSearchParams, cookie: string, at = 'own') =>
    send('POST', `${at}/sso?redirect_url=https://evil.test`, {
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: query.toString(),
    })
  const landed = (error: string) => ({ status: 302, headers: { location: `${redirectUrl}?error=${error}` } })

  it('redirects with only the reason if it belongs to another service, browser or sign-in', async () => {
    const { query, cookie } = await comeFrom('ann')
    expect(await post(query, cookie, 'other')).toMatchObject(landed('not-begun-here'))
    const { query: fresh, cookie: its } = await comeFrom('ann')
    expect(await post(fresh, '')).toMatchObject(landed('not-begun-here'))
    expect((await post(fresh, its)).headers.location).toMatch(/jwt=/)
    expect(await post(fresh, its)).toMatchObject(landed('repeated'))
    expect(await post(new URLSearchParams({ code: 'x' }), its)).toMatchObject(landed('failed'))
  })

  it('redirects with a session', async () => {
    const { query, cookie } = await comeFrom('ann')
    const address = new URL((await post(query, cookie)).headers.location ?? '')
    expect([address.origin + address.pathname, [...address.searchParams.keys()]]).toEqual([redirectUrl, ['jwt']])
    const as = { token: address.searchParams.get('jwt') ?? '' }
    expect((await send('GET', 'user/session', { as })).body).toMatchObject({ email: 'ann+own@example.com' })
  })
})

describe('a sign-in at a provider', () => {
  it('redirects to the provider and nowhere else, whatever the request contains', async () => {
    const { address, setCookie } = await begin('own', '&redirect_url=https://evil.test&redirect_uri=https://evil.test')
    expect(address.origin).toBe(provider.issuer)
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(address.searchParams)
    expect(rest).toEqual({
      client_id: testClient.id,
      redirect_uri: redirectUrl,
      response_type: 'code',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    expect([state, nonce, code_challenge].every((text) => text !== undefined && text.length >= 43)).toBe(true)
    expect(setCookie).toMatch(/HttpOnly; SameSite=Lax$/)
  })

  it('returns the URL to scripts, whose sign-in is not bound to a browser', async () => {
    const headers = { 'x-requested-with': 'XMLHttpRequest' }
    const { status, body } = await send<{ response: { redirect: boolean; url: string } }>(
      'POST',
      'user/session?service=own',
      { headers },
    )
    expect({ status, body }).toMatchObject({ status: 200, body: { response: { redirect: true } } })
    const { searchParams } = await provider.signIn(body.response.url, 'ann')
    expect(await comeBack(searchParams, '')).toMatchObject({ status: 200 })
  })

  it('yields a session, the provider’s tokens, and an account with its own address and roles', async () => {
    const { status, body } = await signIn('bob')
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { name: 'Ann Lee', first_name: 'Ann', email: 'bob+own@example.com', is_sys_admin: false },
    })
    expect([body.oauth_token, body.id_token].every((token) => token.length > 20)).toBe(true)
    const profile = await send('GET', 'user/profile', { as: { token: body.session_token } })
    expect(profile.body).toMatchObject({ email: 'bob+own@example.com', oauth_provider: 'own' })
    const path = `system/user/${body.id}?related=user_to_app_to_role_by_user_id`
    const { body: account } = await send('GET', path, { as: root })
    const roles = expect.arrayContaining([expect.objectContaining({ app_id: app.id, role_id: role.id })])
    expect(account).toMatchObject({ user_to_app_to_role_by_user_id: roles })
    expect((await signIn('bob')).body.id).toBe(body.id)
  })

  it('with the same subject and address at another provider yields another account', async () => {
    const here = await signIn('dan')
    const there = await signIn('dan', another, 'other')
    expect(there.status).toBe(200)
    expect(there.body.id).not.toBe(here.body.id)
  })

  it('uses the account of an address only if the provider vouches for it', async () => {
    const cid = await make.user({ email: 'cid@example.com' })
    const dan = await make.user({ email: 'dan@example.com' })
    for (const { id, email } of [cid, dan])
      await parts.store.db.updateTable('user').set({ proven_email: email }).where('id', '=', id).execute()
    expect((await signIn('cid')).body.id).toBe(cid.id)
    expect((await signIn('dan', another, 'other')).body.id).not.toBe(dan.id)
  })

  it('supports a lookup key as the secret', async () => {
    await send('POST', 'system/lookup', {
      as: root,
      body: { resource: [{ name: 'client_secret', value: testClient.secret, private: true }] },
    })
    await service('keyed', { client_secret: '{client_secret}' })
    expect(await signIn('ann', provider, 'keyed')).toMatchObject({ status: 200 })
  })

  it('works without a discovery document, verified by keys or by user info', async () => {
    const at = (path: string) => `${provider.issuer}/${path}`
    const set = {
      discovery_document: null,
      auth_endpoint: at('auth'),
      token_endpoint: at('token'),
      scopes: 'openid,email,profile',
    }
    await service('set', { ...set, validate_id_token: true, jwks_uri: at('jwks') })
    await service('paged', { ...set, user_endpoint: at('me') })
    for (const name of ['set', 'paged']) {
      expect(await signIn('ann', provider, name)).toMatchObject({ status: 200, body: { email: expect.any(String) } })
    }
  })

  it('is listed for all callers while its service is active', async () => {
    const ways = async () => {
      const { body } = await send<{ authentication: { oauth: { name: string }[] } }>('GET', 'system/environment')
      return body.authentication.oauth.filter(({ name }) => name === 'own' || name === 'asleep')
    }
    const way = { path: 'user/session?service=own', name: 'own', label: 'The own', verb: ['GET', 'POST'], type: 'oidc' }
    expect(await ways()).toEqual([{ ...way, icon_class: 'fa-key' }])
    await send('PATCH', `system/service/${own}`, { as: root, body: { is_active: false } })
    expect(await ways()).toEqual([])
  })
})
