import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { isRecord } from '@millwright/contract/wire/is-record'
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider'

/** A person known to the provider, by the name with which they sign in there. */
export interface ProviderPerson {
  readonly email: string
  readonly email_verified: boolean
  readonly given_name: string
  readonly family_name: string
  readonly name: string
}

export const testClient = { id: 'millwright', secret: 'a secret of the client' }

/** A genuine local OpenID Connect provider. Its login page requires only a name. */
export async function openTestProvider(redirectUrl: string, people: Readonly<Record<string, ProviderPerson>>) {
  const listening = createServer()
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: testClient.id,
        client_secret: testClient.secret,
        redirect_uris: [redirectUrl],
        token_endpoint_auth_method: 'client_secret_post',
      },
      ...['daemon', 'stranger'].map((client_id) => ({
        client_id,
        client_secret: testClient.secret,
        token_endpoint_auth_method: 'client_secret_post' as const,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      })),
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, audience) => ({ scope: '', audience, accessTokenFormat: 'jwt' }),
      },
    },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    jwks: {
      keys: [
        { ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }), use: 'sig' },
      ],
    },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      ClientCredentials: 60,
      Grant: 60,
      IdToken: 60,
      Interaction: 60,
      Session: 60,
    },
    adapter: memory(),
    cookies: { keys: ['of tests'] },
    async loadExistingGrant({ oidc: { client, session } }) {
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  listening.on('request', async (request, response) => {
    if (!request.url?.startsWith('/sign-in/')) return void answer(request, response)
    if (request.method === 'POST') {
      const accountId = new URLSearchParams(await text(request)).get('name') ?? ''
      const known = Object.hasOwn(people, accountId)
      const refused = { error: 'access_denied', error_description: 'Nobody of that name' }
      await provider.interactionFinished(request, response, known ? { login: { accountId } } : refused)
      return
    }
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })

  /** Acts as a browser in which a person signs in, and returns the URL of the final redirect. */
  async function signIn(address: string, name: string): Promise<URL> {
    const cookies = new Map<string, string>()
    const go = async (to: string, body?: URLSearchParams): Promise<URL> => {
      const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
      const init = body === undefined ? {} : { method: 'POST', body }
      const reply = await fetch(to, { redirect: 'manual', headers: { cookie }, ...init })
      for (const line of reply.headers.getSetCookie()) {
        const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(key, value)
      }
      if (reply.status === 200) return go(to, new URLSearchParams({ name }))
      const next = new URL(reply.headers.get('location') ?? '', to)
      return next.href.startsWith(`${issuer}/`) ? go(next.href) : next
    }
    return go(address)
  }

  /** The access token that a program, `daemon` or `stranger`, gets by its client credentials for this audience. */
  async function programToken(client_id: string, resource: string): Promise<string> {
    const form = { grant_type: 'client_credentials', client_id, client_secret: testClient.secret, resource }
    const reply = await fetch(`${issuer}/token`, { method: 'POST', body: new URLSearchParams(form) })
    const body: unknown = await reply.json()
    if (isRecord(body) && typeof body.access_token === 'string') return body.access_token
    throw new Error(`The provider gave no token: ${JSON.stringify(body)}`)
  }

  return {
    issuer,
    document: `${issuer}/.well-known/openid-configuration`,
    signIn,
    programToken,
    async close() {
      listening.closeAllConnections()
      await new Promise((resolve) => listening.close(resolve))
    },
  }
}

/** In-memory storage of the provider. */
function memory(): (kind: string) => Adapter {
  const kept = new Map<string, AdapterPayload>()
  const find = async (test: (payload: AdapterPayload) => boolean) => [...kept.values()].find(test)
  return (kind) => ({
    upsert: async (id, payload) => void kept.set(`${kind} ${id}`, payload),
    find: async (id) => kept.get(`${kind} ${id}`),
    findByUserCode: (code) => find(({ userCode }) => userCode === code),
    findByUid: (wanted) => find(({ uid }) => uid === wanted),
    consume: async (id) => void Object.assign(kept.get(`${kind} ${id}`) ?? {}, { consumed: 1 }),
    destroy: async (id) => void kept.delete(`${kind} ${id}`),
    revokeByGrantId: async (grant) => {
      for (const [id, { grantId }] of kept) if (grantId === grant) kept.delete(id)
    },
  })
}

const page = `<!doctype html><html lang="en"><title>Provider</title><h1>Sign in at the provider</h1>
<form method="post"><label>Name <input name="name" /></label> <button>Go on</button></form></html>`
