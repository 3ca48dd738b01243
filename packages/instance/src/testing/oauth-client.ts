import { createHash, randomBytes } from 'node:crypto'
import { deferred, fixture } from './fixture.ts'
import type { TestInstance } from './open-test-instance.ts'

export interface TokenBody {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly scope: string
  readonly error: string
  readonly error_description: string
}

interface ClientOptions {
  readonly service: string
  readonly redirectUri?: string
  /** Absent: it registers itself. */
  readonly clientId?: string
}

/** A client of an MCP service, as seen by the authorization server. */
export async function oauthClient({ send }: Pick<TestInstance, 'send'>, options: ClientOptions) {
  const { service, redirectUri = 'http://127.0.0.1:4000/callback' } = options
  const issuer = `/mcp/${service}`
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')

  const id = options.clientId ?? (await registered())
  async function registered(): Promise<string> {
    const body = { client_name: 'Test Client', redirect_uris: [redirectUri] }
    const answer = await send<{ client_id: string }>('POST', `${issuer}/register`, { body })
    if (answer.status !== 201) throw new Error(`Registering answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body.client_id
  }

  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (path: string, params: Record<string, string>, headers: Record<string, string> = {}) =>
    send<TokenBody>('POST', `${issuer}/${path}`, {
      body: new URLSearchParams(params).toString(),
      headers: { ...form, ...headers },
    })

  /** Where the authorization endpoint redirects a browser; `params` override the client's parameters, empty ones are left out. */
  async function authorize(params: Record<string, string> = {}) {
    const all = {
      response_type: 'code',
      client_id: id,
      redirect_uri: redirectUri,
      state: 'the state',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...params,
    }
    const query = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''))
    const { status, headers, body } = await send<{ error: string; error_description: string }>(
      'GET',
      `${issuer}/authorize?${query}`,
    )
    return { status, body, location: headers.location === undefined ? null : new URL(headers.location) }
  }

  /** The request that the person is asked to approve. */
  async function ask(params: Record<string, string> = {}): Promise<string> {
    const { location } = await authorize(params)
    const request = location?.searchParams.get('request')
    if (!request) throw new Error(`No consent is asked for at ${location?.href}`)
    return request
  }

  const decide = (request: string, as: { token: string }, answer: object = {}) =>
    send<{ location: string }>('POST', 'user/consent', {
      as,
      body: { request, decision: 'allow', scopes: ['mcp:read'], days: 30, ...answer },
    })

  /** The authorization code after a person has approved the request. */
  async function code(
    as: { token: string },
    answer: object = {},
    params: Record<string, string> = {},
  ): Promise<string> {
    const { status, body } = await decide(await ask(params), as, answer)
    const found = status === 200 ? new URL(body.location).searchParams.get('code') : null
    if (!found) throw new Error(`No code came: ${status} ${JSON.stringify(body)}`)
    return found
  }

  const redeem = (given: string, params: Record<string, string> = {}) =>
    post('token', {
      grant_type: 'authorization_code',
      code: given,
      redirect_uri: redirectUri,
      client_id: id,
      code_verifier: verifier,
      ...params,
    })
  const refresh = (token: string, params: Record<string, string> = {}) =>
    post('token', { grant_type: 'refresh_token', refresh_token: token, client_id: id, ...params })
  const connect = async (as: { token: string }, answer: object = {}) => (await redeem(await code(as, answer))).body

  return { id, verifier, challenge, redirectUri, post, authorize, ask, decide, code, redeem, refresh, connect }
}

/** The public URL of instances with an `oauthPlace`. */
export const issuerOrigin = 'http://localhost:80'

/**
 * MCP services `desk` and `other`, people with read access, and a client that is registered with `desk`, for the tests of a file or
 * `describe`.
 */
export function oauthPlace(instance: Pick<TestInstance, 'send' | 'make' | 'root'>) {
  const place = fixture(() => createPlace(instance))
  return {
    app: deferred(() => place.app),
    newUser: () => place.newUser(),
    user: deferred(() => place.user),
    client: deferred(() => place.client),
  }
}

async function createPlace(instance: Pick<TestInstance, 'send' | 'make' | 'root'>) {
  const { send, make, root } = instance
  const role = await make.role({ name: 'reader', access: [{ service_id: null, component: '*', verbs: ['GET'] }] })
  const app = await make.app({ role_id: null })
  const newUser = () => make.user({ roles: [{ app_id: app.id, role_id: role.id }] })
  for (const [name, settings] of Object.entries({ desk: { allow_writes: true }, other: {} })) {
    const config = { app_id: app.id, ...settings }
    const record = { name, label: `The ${name}`, type: 'mcp', is_active: true, config }
    const { status, body } = await send('POST', 'system/service', { as: root, body: { resource: [record] } })
    if (status !== 201) throw new Error(`Making a service answered ${status}: ${JSON.stringify(body)}`)
  }
  return { app, newUser, user: await newUser(), client: await oauthClient(instance, { service: 'desk' }) }
}
