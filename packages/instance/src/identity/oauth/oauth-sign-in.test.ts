import { afterAll, describe, expect, it } from 'vitest'
import { sharedInstance } from '../../testing/test-instance.ts'
import { openTestProvider, testClient } from '../../testing/test-provider.ts'

interface Answered {
  error: { message: string }
  session_token: string
  id: number
  email: string
  name: string
  oauth_token: string
  id_token: string
}

const redirectUrl = 'http://localhost:80/login'
const ann = { email: 'ann@example.com', email_verified: true, given_name: 'Ann', family_name: 'Lee', name: 'Ann Lee' }
const provider = await openTestProvider(redirectUrl, { ann, bob: { ...ann, email: 'bob@example.com' } })
afterAll(provider.close)

describe('signing in at a provider of OpenID Connect', async () => {
  const { send, root } = await sharedInstance()
  const config = {
    discovery_document: provider.document,
    client_id: testClient.id,
    client_secret: testClient.secret,
    redirect_url: redirectUrl,
  }
  const service = async (name: string, settings: object = {}) => {
    const record = { name, label: 'Our provider', type: 'oidc', is_active: true, config: { ...config, ...settings } }
    const { status, body } = await send<{ resource: { id: number }[] }>('POST', 'system/service', {
      as: root,
      body: { resource: [record] },
    })
    expect({ status, body }).toMatchObject({ status: 201 })
    return body.resource[0]?.id ?? 0
  }
  await service('own')

  const begin = async (name = 'own') => {
    const { status, headers } = await send('GET', `user/session?service=${name}`)
    expect(status).toBe(302)
    return { address: headers.location ?? '', cookie: (headers['set-cookie'] ?? '').split(';')[0] ?? '' }
  }
  const comeBack = (to: URL, cookie = '') =>
    send<Answered>('POST', `user/session?oauth_callback=true&${to.searchParams}`, { headers: { cookie } })

  it('gives a session', async () => {
    const { address, cookie } = await begin()
    const back = await provider.signIn(address, 'ann')
    const { status, body } = await comeBack(back, cookie)
    expect({ status, body }).toMatchObject({ status: 200, body: { name: 'Ann Lee', email: 'ann+own@example.com' } })
  })
})
