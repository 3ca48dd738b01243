import { isRecord } from '@millwright/contract/wire/is-record'
import { readTransport, type TransportOptions, unusedOptions } from './transport-options.ts'

type Config = Readonly<Record<string, unknown>>

/** A query parameter that an `rws` service adds, or removes if `exclude` is set. */
export interface RemoteParameter {
  readonly name: string
  readonly value: string
  readonly exclude: boolean
  /** Whether the parameter applies to the outgoing request. */
  readonly outbound: boolean
  /** Whether the parameter applies to the cache key. */
  readonly cacheKey: boolean
  /** Verb mask. */
  readonly verbs: number
}

export interface RemoteHeader {
  readonly name: string
  readonly value: string
  /** Sends the caller's header of the same name instead of `value`. */
  readonly passFromClient: boolean
  /** Verb mask. */
  readonly verbs: number
}

/** The settings of an `rws` service; lookup keys in texts are not replaced yet (docs/wire/remote.md). */
export interface RemoteConfig {
  /** Empty: taken from the API description. */
  readonly baseUrl: string
  readonly replaceLinks: boolean
  readonly implementsAccessList: boolean
  readonly keepsSlash: boolean
  readonly parameters: readonly RemoteParameter[]
  readonly headers: readonly RemoteHeader[]
  readonly transport: TransportOptions
  /** `null`: requests carry no token of the service. */
  readonly token: TokenSettings | null
  /** Names of settings without which tokens are off, although others are set. */
  readonly missingForToken: readonly string[]
  /** Names of options that have no effect. */
  readonly unusedOptions: readonly string[]
  /** Seconds for which responses are cached; 0: not at all. */
  readonly cacheSeconds: number
}

export function readRemoteConfig(config: Config): RemoteConfig {
  const options = isRecord(config.options) ? config.options : {}
  const { token, missing } = readTokenSettings(config)
  return {
    baseUrl: textOf(config.base_url).trim(),
    replaceLinks: config.replace_link === true,
    implementsAccessList: config.implements_access_list === true,
    keepsSlash: config.preserve_forward_trailing_slash === true,
    parameters: rowsOf(config.parameters).map((row) => ({
      name: textOf(row.name),
      value: textOf(row.value),
      exclude: row.exclude === true,
      outbound: row.outbound === true,
      cacheKey: row.cache_key === true,
      verbs: Number(row.action ?? 0),
    })),
    headers: rowsOf(config.headers).map((row) => ({
      name: textOf(row.name).trim(),
      value: textOf(row.value),
      passFromClient: row.pass_from_client === true,
      verbs: Number(row.action ?? 0),
    })),
    transport: readTransport(options),
    token,
    missingForToken: missing,
    unusedOptions: unusedOptions(options),
    cacheSeconds: config.cache_enabled === true ? Math.max(0, Number(config.cache_ttl ?? 0)) : 0,
  }
}

function rowsOf(value: unknown): readonly Config[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

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
function readTokenSettings(config: Readonly<Record<string, unknown>>): {
  readonly token: TokenSettings | null
  readonly missing: readonly string[]
} {
  const needed = ['oauth_token_url', 'oauth_client_id', 'oauth_client_secret'] as const
  const missing = needed.filter((name) => trimmed(config[name]) === '')
  if (missing.length > 0) return { token: null, missing: missing.length === needed.length ? [] : missing }
  const extra = isRecord(config.oauth_extra) ? Object.entries(config.oauth_extra) : []
  const token = {
    url: trimmed(config.oauth_token_url),
    clientId: trimmed(config.oauth_client_id),
    clientSecret: trimmed(config.oauth_client_secret),
    scope: trimmed(config.oauth_scope),
    audience: trimmed(config.oauth_audience),
    inBody: config.oauth_auth_method === 'post_body',
    extra: Object.fromEntries(extra.map(([name, value]) => [name, trimmed(value)])),
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

export interface BackendToken {
  readonly value: string
  /** Seconds for which it can be used. */
  readonly seconds: number
}

const usualLifetime = 3600
/** Seconds before its end at which a token is no longer used. */
const reserve = 30

/** Reads the response of a token endpoint; `null` if it has no usable bearer token. */
export function tokenIn(text: string): BackendToken | null {
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
  const duration = Number(expires ?? usualLifetime)
  const lifetime = Number.isFinite(duration) && duration > 0 ? duration : usualLifetime
  return { value, seconds: Math.max(lifetime - reserve, lifetime / 2) }
}

const trimmed = (value: unknown) =>
  typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : ''
