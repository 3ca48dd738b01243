import { isRecord } from '@millwright/contract/wire/is-record'
import { readTokenSettings, type TokenSettings } from './token-settings.ts'
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
