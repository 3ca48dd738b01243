import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Problem } from '@millwright/contract/problem'
import { createLruCache } from '../../../platform/cache.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { readAnswerBody } from '../../../platform/outgoing/guarded-request.ts'
import type { HostGuard } from '../../../platform/outgoing/host-guard.ts'
import { outsideRequests } from '../../../platform/tracing/request-context.ts'
import { createRemoteClient, type RemoteBody, type RemoteClient } from './remote-client.ts'
import { type BackendToken, type TokenSettings, tokenIn, tokenRequest } from './remote-config.ts'
import type { RemoteRequest } from './remote-request.ts'
import type { TransportOptions } from './transport-options.ts'

/** Milliseconds for the headers of a response, and for its body. */
const usualPatience = 15_000
const longestAnswer = 64 * 1024
/** Tokens of one service: lookup keys in its settings may give each caller their own. */
const maxTokens = 200
/** Characters of a response in the log. */
const logged = 500

export interface BackendTokens {
  /** Returns a token that is valid now. Throws a 503 that names the host of the token endpoint. */
  get(settings: TokenSettings): Promise<string>
  /** Drops a token that the remote API rejected. */
  drop(settings: TokenSettings, token: string): void
  close(): void
}

interface TokenParts {
  readonly service: string
  readonly guard: HostGuard
  readonly transport: TransportOptions
  readonly clock: Clock
  readonly log: Log
  /** Milliseconds. */
  readonly patience?: number
}

interface Held {
  readonly value: string
  /** By the clock. */
  readonly until: number
}

/**
 * Gets tokens by OAuth2 client credentials and keeps them until they expire, by everything that decides which token is issued. Only one
 * request for a token is sent at a time, for all callers who wait for it.
 */
export function createBackendTokens(parts: TokenParts): BackendTokens {
  const { service, guard, transport, clock, log, patience = usualPatience } = parts
  const client = createRemoteClient({ guard, options: transport, longestBody: null, patience })
  const held = createLruCache<string, Held>(maxTokens)
  const fetching = new Map<string, Promise<string>>()

  async function fetchToken(settings: TokenSettings): Promise<BackendToken> {
    const address = addressOf(settings, guard)
    const failed = (reason: string, cause?: unknown) =>
      new Problem(503, `The token endpoint ${address.host} ${reason}.`, { cause })
    const { status, text } = await answerOf(settings, address).catch((error: unknown) => {
      const detail = error instanceof Problem ? error.message : String(error)
      log(`The service ${service} got no token: ${detail}`, 'warn')
      throw failed('cannot be reached, or does not respond in time', error)
    })
    const token = status === 200 ? tokenIn(text) : null
    if (token !== null) return token
    log(
      `The service ${service} got no token: ${address.host} responded with ${status}: ${text.slice(0, logged)}`,
      'warn',
    )
    throw failed(status === 200 ? 'responds without a bearer token' : `responds with status ${status}`)
  }

  async function answerOf(settings: TokenSettings, address: URL) {
    const { body, authorization } = tokenRequest(settings)
    const headers = {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'Millwright',
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization !== null && { authorization }),
    }
    const request = { verb: 'POST', address, headers, cacheKey: '' } as const
    const answer = await client.send(request, { bytes: Buffer.from(body) }, () => false)
    const late = setTimeout(() => answer.destroy(new Error('The response does not end.')), patience)
    try {
      const pieces = await Array.fromAsync(
        readAnswerBody(answer, longestAnswer, () => new Problem(503, 'The response is too long.')),
      )
      return { status: answer.statusCode ?? 502, text: Buffer.concat(pieces).toString('utf8') }
    } finally {
      clearTimeout(late)
    }
  }

  return {
    async get(settings) {
      const key = keyOf(settings)
      const known = held.get(key)
      if (known !== undefined && known.until > clock()) return known.value
      // Not cancelled with the request that began it, as others wait for it too.
      const soon =
        fetching.get(key) ??
        outsideRequests(() => fetchToken(settings)).then(({ value, seconds }) => {
          held.set(key, { value, until: clock() + seconds * 1000 })
          return value
        })
      fetching.set(key, soon)
      try {
        return await soon
      } finally {
        fetching.delete(key)
      }
    },
    drop(settings, token) {
      const key = keyOf(settings)
      if (held.get(key)?.value === token) held.delete(key)
    },
    close: () => client.close(),
  }
}

/** Equal for settings that get the same token. */
export function keyOf(settings: TokenSettings): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('base64url')
}

function addressOf({ url }: TokenSettings, guard: HostGuard): URL {
  const address = URL.parse(url)
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new Problem(503, 'The URL of the token endpoint is not one that begins with https.')
  }
  try {
    // The secret is only sent unencrypted to hosts that the operator listed.
    if (address.protocol === 'https:' || guard(address) === undefined) return address
  } catch (error) {
    throw new Problem(503, `The token endpoint ${address.host} is not a public host.`, { cause: error })
  }
  throw new Problem(503, `The token endpoint ${address.host} must be called with https.`)
}

interface Answered {
  readonly answer: IncomingMessage
  /** As it was sent, with the token. */
  readonly remote: RemoteRequest
}

/**
 * Sends a request with a token of the service instead of any other credentials. If the remote API rejects the token, a GET is repeated once
 * with a new one; the next request of any other method gets it.
 */
export async function sendWithToken(
  { client, tokens }: { readonly client: RemoteClient; readonly tokens: BackendTokens },
  settings: TokenSettings,
  request: RemoteRequest,
  body: RemoteBody | null,
  isGivenUp: () => boolean,
): Promise<Answered> {
  const sendOnce = async () => {
    const token = await tokens.get(settings)
    const remote = { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
    const answer = await client.send(remote, body, isGivenUp)
    if (answer.statusCode === 401) tokens.drop(settings, token)
    return { answer, remote }
  }
  const first = await sendOnce()
  const mayRepeat = request.verb === 'GET' && body === null
  if (first.answer.statusCode !== 401 || !mayRepeat) return first
  first.answer.destroy()
  return sendOnce()
}
