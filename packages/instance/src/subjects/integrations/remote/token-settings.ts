import { isRecord } from '@millwright/contract/wire/is-record'

/** How a remote service gets tokens for its remote API by OAuth2 client credentials; lookup keys in texts may not be replaced yet. */
export interface TokenSettings {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  readonly audience: string
  /** Whether ID and secret are sent in the body instead of the header `Authorization`. */
  readonly inBody: boolean
  /** Further parameters, by name. */
  readonly extra: Readonly<Record<string, string>>
}

/** Returns the settings, and the names of those that are missing if only some are set; both are `null` without any. */
export function readTokenSettings(config: Readonly<Record<string, unknown>>): {
  readonly token: TokenSettings | null
  readonly missing: readonly string[]
} {
  const needed = ['oauth_token_url', 'oauth_client_id', 'oauth_client_secret'] as const
  const missing = needed.filter((name) => textOf(config[name]) === '')
  if (missing.length > 0) return { token: null, missing: missing.length === needed.length ? [] : missing }
  const extra = isRecord(config.oauth_extra) ? Object.entries(config.oauth_extra) : []
  const token = {
    url: textOf(config.oauth_token_url),
    clientId: textOf(config.oauth_client_id),
    clientSecret: textOf(config.oauth_client_secret),
    scope: textOf(config.oauth_scope),
    audience: textOf(config.oauth_audience),
    inBody: config.oauth_auth_method === 'post_body',
    extra: Object.fromEntries(extra.map(([name, value]) => [name, textOf(value)])),
  }
  return { token, missing }
}

/** Returns the settings with each text replaced. */
export function filledSettings(settings: TokenSettings, fill: (text: string) => string): TokenSettings {
  const { url, clientId, clientSecret, scope, audience, extra } = settings
  return {
    ...settings,
    url: fill(url),
    clientId: fill(clientId),
    clientSecret: fill(clientSecret),
    scope: fill(scope),
    audience: fill(audience),
    extra: Object.fromEntries(Object.entries(extra).map(([name, value]) => [name, fill(value)])),
  }
}

/** The parameters and the header of a token request (RFC 6749, section 4.4.2). */
export function tokenRequest(settings: TokenSettings): {
  readonly body: string
  readonly authorization: string | null
} {
  const { clientId, clientSecret, scope, audience, inBody, extra } = settings
  const body = new URLSearchParams(extra)
  body.set('grant_type', 'client_credentials')
  if (scope !== '') body.set('scope', scope)
  if (audience !== '') body.set('audience', audience)
  if (inBody) {
    body.set('client_id', clientId)
    body.set('client_secret', clientSecret)
    return { body: body.toString(), authorization: null }
  }
  // Both are encoded like a form first (RFC 6749, section 2.3.1).
  const credentials = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`
  return { body: body.toString(), authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

const formEncoded = (text: string) => new URLSearchParams({ text }).toString().slice('text='.length)

export interface Token {
  readonly value: string
  /** Seconds for which it can be used. */
  readonly seconds: number
}

const usualLifetime = 3600
/** Seconds before its end at which a token is no longer used. */
const reserve = 30

/** Reads the response of a token endpoint; `null` if it has no usable bearer token. */
export function tokenIn(text: string): Token | null {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(answer)) return null
  const { access_token: value, token_type: type, expires_in: expires } = answer
  if (typeof value !== 'string' || !/^[\x21-\x7e]{1,16384}$/.test(value)) return null
  if (type !== undefined && String(type).toLowerCase() !== 'bearer') return null
  const told = Number(expires ?? usualLifetime)
  const lifetime = Number.isFinite(told) && told > 0 ? told : usualLifetime
  return { value, seconds: Math.max(lifetime - reserve, lifetime / 2) }
}

const textOf = (value: unknown) =>
  typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
