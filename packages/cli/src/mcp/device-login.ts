import { setTimeout as pause } from 'node:timers/promises'
import { isRecord } from '@millwright/contract/wire/is-record'
import { printable } from '@millwright/instance/platform/plain-text'
import { discoverOAuthServerInfo, registerClient } from '@modelcontextprotocol/client'
import { boundedFetch } from './bounded-fetch.ts'
import { challengeOf } from './challenge.ts'
import { clientMetadata } from './stored-provider.ts'
import type { TokenStore } from './token-store.ts'

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
  if (typeof device_code !== 'string') throw new Error(told(begun))
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
        ...{ access_token, token_type },
        ...(typeof refresh_token === 'string' && { refresh_token }),
        ...(typeof expires_in === 'number' && { expires_in }),
        ...(typeof scope === 'string' && { scope }),
      }
      await store.write(address, { tokens })
      return
    }
    if (answer.error === 'slow_down') seconds += 5
    else if (answer.error !== 'authorization_pending') throw new Error(told(answer))
  }
}

/** An address that a person may be asked to open, with what a terminal would interpret escaped; `null` if it is none of the web. */
function webAddress(given: unknown): string | null {
  const url = typeof given === 'string' ? URL.parse(given) : null
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

const told = ({ error_description, error }: Answer) =>
  String(error_description ?? error ?? 'The service did not respond.')
