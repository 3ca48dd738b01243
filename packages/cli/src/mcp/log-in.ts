import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { isRecord } from '@millwright/contract/wire/is-record'
import { printable } from '@millwright/instance/platform/plain-text'
import { auth, discoverOAuthServerInfo, registerClient } from '@modelcontextprotocol/client'
import type { Invocation } from '../flags.ts'
import { boundedFetch, challengeOf, serviceAddress } from './service-access.ts'
import { clientMetadata, createTokenStore, StoredProvider, type TokenStore } from './token-store.ts'

/**
 * `millwright mcp login`: prints a URL to open in any browser and waits for the redirect: a browser on this machine sends it directly,
 * from another machine the final URL is pasted here. With `--device` it prints a code to type instead.
 */
export async function logIn({ flags, env, print }: Invocation): Promise<number> {
  const address = serviceAddress({ instance: flags.instance }, 'mcp login')
  const store = createTokenStore(env)
  if (flags.device === true) {
    await signInByCode({ address, store, print })
    print(`Signed in at ${address.href}.`)
    return 0
  }
  const state = randomBytes(16).toString('base64url')
  const answer = Promise.withResolvers<URLSearchParams>()
  const take = (text: string): boolean => {
    const params = URL.parse(text, 'http://127.0.0.1')?.searchParams
    if (params?.get('state') !== state) return false
    answer.resolve(params)
    return true
  }

  const server = createServer((request, response) => {
    const taken = take(request.url ?? '')
    response.writeHead(taken ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(taken ? 'Done. Go back to your terminal; you can close this page.\n' : 'There is nothing here.\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = bound !== null && typeof bound === 'object' ? bound.port : 0
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    if (line.trim() !== '' && !take(line.trim()))
      print('That is not the address shown in the browser after signing in.')
  })

  try {
    const lead = ({ href }: URL) => {
      print('Open this address in a browser and choose what this machine may do:')
      print(`\n  ${href}\n`)
      print('If the browser is on another machine, paste the address it ends up at here.')
    }
    const provider = new StoredProvider({
      store,
      address,
      redirectUrl: `http://127.0.0.1:${port}/callback`,
      state,
      lead,
    })
    await store.write(address, { tokens: undefined })
    const signIn = { serverUrl: address, fetchFn: boundedFetch(address), ...(await challengeOf(address)) }
    await auth(provider, signIn)
    const params = await answer.promise
    const [code, iss, error] = ['code', 'iss', 'error_description'].map((name) => params.get(name))
    if (!code) throw new Error(error ?? 'No code came back.')
    await auth(provider, { ...signIn, authorizationCode: code, ...(iss ? { iss } : {}) })
    print(`Signed in at ${address.href}.`)
    return 0
  } finally {
    lines.close()
    server.closeAllConnections()
    server.close()
    process.stdin.unref?.()
  }
}

interface DeviceLogin {
  readonly address: URL
  readonly store: TokenStore
  readonly print: (line: string) => void
}

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/** Signs this machine in with a code that a person types in a browser elsewhere (RFC 8628). Throws if it expires or is denied. */
export async function signInByCode({ address, store, print }: DeviceLogin): Promise<void> {
  const fetchFn = boundedFetch(address)
  const { authorizationServerUrl, authorizationServerMetadata: metadata } = await discoverOAuthServerInfo(address, {
    ...(await challengeOf(address)),
    fetchFn,
  })
  const endpoint: unknown = Reflect.get(metadata ?? {}, 'device_authorization_endpoint')
  if (metadata === undefined || typeof endpoint !== 'string') {
    throw new Error('This service does not support sign-in by code. Run the command without --device.')
  }
  const client = await registerClient(authorizationServerUrl, {
    metadata,
    fetchFn,
    clientMetadata: { ...clientMetadata, grant_types: ['authorization_code', 'refresh_token', deviceGrant] },
  })
  await store.write(address, { client, tokens: undefined })
  const known = { client_id: client.client_id, resource: address.href }

  const post = poster(fetchFn)
  const { answer: begun } = await post(endpoint, known)
  const { device_code, user_code, verification_uri, verification_uri_complete, interval } = begun
  if (typeof device_code !== 'string') throw new Error(describeError(begun))
  const place = webAddress(verification_uri)
  if (place === null) throw new Error('The service names no web page where the code can be entered.')
  print(`Open ${place} in a browser and enter the code:`)
  print(`\n  ${printable(String(user_code))}\n`)
  const link = webAddress(verification_uri_complete)
  if (link !== null) print(`Or open this link: ${link}`)

  let seconds = secondsOf(interval)
  for (;;) {
    await pause(seconds * 1000)
    const { ok, answer } = await post(metadata.token_endpoint, { ...known, grant_type: deviceGrant, device_code })
    if (ok && typeof answer.access_token === 'string' && typeof answer.token_type === 'string') {
      const { access_token, token_type, refresh_token, expires_in, scope } = answer
      const tokens = {
        access_token,
        token_type,
        ...(typeof refresh_token === 'string' && { refresh_token }),
        ...(typeof expires_in === 'number' && { expires_in }),
        ...(typeof scope === 'string' && { scope }),
      }
      await store.write(address, { tokens })
      return
    }
    if (answer.error === 'slow_down') seconds += 5
    else if (answer.error !== 'authorization_pending') throw new Error(describeError(answer))
  }
}

/** An address that a person may be asked to open, with what a terminal would interpret escaped; `null` if it is none of the web. */
function webAddress(value: unknown): string | null {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}

/** Between two questions; a service cannot make this program ask without a pause. */
const secondsOf = (interval: unknown) => (typeof interval === 'number' && interval >= 1 ? Math.min(interval, 60) : 5)

type Answer = Readonly<Record<string, unknown>>

const poster =
  (ask: ReturnType<typeof boundedFetch>) =>
  async (url: string, form: Readonly<Record<string, string>>): Promise<{ ok: boolean; answer: Answer }> => {
    const headers = { accept: 'application/json' }
    const response = await ask(url, { method: 'POST', headers, body: new URLSearchParams(form) })
    const answer: unknown = await response.json().catch(() => null)
    return {
      ok: response.ok,
      answer: isRecord(answer) ? answer : { error: `The service answered ${response.status}.` },
    }
  }

const describeError = ({ error_description, error }: Answer) =>
  String(error_description ?? error ?? 'The service did not respond.')
