import type { FieldMessages } from '@millwright/contract/problem'
import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import type { Verb } from '@millwright/contract/verbs'
import type { ApiDescription } from './openapi.ts'

/** A path of a service from which event names are derived (docs/wire/scripts.md). */
export interface EventPath {
  /**
   * Without outer slashes. `{name}` stands for a segment, or at the end of a file service's path for the rest of it. Empty for
   * the root.
   */
  readonly path: string
  readonly verbs: readonly Verb[]
  /** Possible values of the first placeholder, if the description lists them. */
  readonly values?: readonly string[]
}

/** Options for a service's description. */
export interface DescriptionOptions {
  /** Bypasses the cache. */
  readonly refresh: boolean
  /** Which tables of a database are described by their own names, in addition to a placeholder for any table; many as briefly as fits. */
  readonly tables: 'none' | 'as fits' | 'in full'
}

/** What a service type says of itself (docs/connectors.md). */
export interface Declaration {
  /** Of the type, in lower case. */
  readonly name: string
  readonly label: string
  readonly group: string
  /** A sentence for people who do not know the type. */
  readonly description: string
  /** The subscription that the original platform requires, or `null`, as if absent. */
  readonly tier?: 'SILVER' | 'GOLD' | null
  readonly settings: ConfigFields
  /** Validation that involves several settings, with messages by setting. */
  readonly check?: CheckConfig
  /** What to read to check whether a service's remote system responds; defaults to that of its group. */
  readonly trial?: Trial
  /** The paths from which event names are derived; defaults to those of its group. */
  readonly paths?: readonly EventPath[]
  /** The API description of a service with this name, whatever it contains; defaults to that of its group. */
  readonly describe?: (service: string) => ApiDescription
}

/** A `GET` without side effects that succeeds if a service reaches its remote system. */
export interface Trial {
  readonly resource: string
  readonly params: Readonly<Record<string, string>>
}

/** `config` contains the settings to be stored, with decrypted secrets, and with lookup keys not yet replaced. */
export type CheckConfig = (
  config: Readonly<Record<string, unknown>>,
  by: { readonly dataFolder: string; readonly sysadmin: boolean },
) => FieldMessages | null
