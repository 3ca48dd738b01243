import { isRecord } from '@millwright/contract/wire/is-record'
import { readTransport, type TransportOptions, unusedOptions } from './transport-options.ts'

type Config = Readonly<Record<string, unknown>>

/** A query parameter that an `rws` service adds, or with `exclude` takes away. */
export interface RemoteParameter {
  readonly name: string
  readonly value: string
  readonly exclude: boolean
  /** Whether it is about the request itself. */
  readonly outbound: boolean
  /** Whether it is about which answers count as the same. */
  readonly cacheKey: boolean
  /** Mask. */
  readonly verbs: number
}

export interface RemoteHeader {
  readonly name: string
  readonly value: string
  /** Sends the caller's header of that name instead of the value. */
  readonly passFromClient: boolean
  /** Mask. */
  readonly verbs: number
}

/** The settings of an `rws` service; lookup keys in texts are not replaced yet (docs/wire/remote.md). */
export interface RemoteConfig {
  /** Empty: the API description says it. */
  readonly baseUrl: string
  readonly replaceLinks: boolean
  readonly implementsAccessList: boolean
  readonly keepsSlash: boolean
  readonly parameters: readonly RemoteParameter[]
  readonly headers: readonly RemoteHeader[]
  readonly transport: TransportOptions
  /** Names of options that have no effect. */
  readonly unusedOptions: readonly string[]
  /** Seconds that answers are kept; 0: they are not. */
  readonly keepSeconds: number
}

export function readRemoteConfig(config: Config): RemoteConfig {
  const options = isRecord(config.options) ? config.options : {}
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
    unusedOptions: unusedOptions(options),
    keepSeconds: config.cache_enabled === true ? Math.max(0, Number(config.cache_ttl ?? 0)) : 0,
  }
}

function rowsOf(value: unknown): readonly Config[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}
