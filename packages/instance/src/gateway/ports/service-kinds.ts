import type { FieldMessages } from '@millwright/contract/problem'
import type { KindSettings } from '../../records/system/row-reading.ts'
import type { EventPath } from './event-path.ts'
import type { ApiDescription } from './openapi.ts'

/** The service types that an instance knows: those of the API and those of its connectors. */
export interface ServiceKinds {
  /** Sorted by name. */
  readonly all: readonly KindDeclaration[]
  of(type: string): KindDeclaration | undefined
  /** Whether this instance runs services of a type on this machine. */
  canRun(type: string): boolean
  /** Why services of a type do not run here, as a sentence, or `null` if they do. */
  whyNot(type: string): string | null
}

/** What a service type is, without what runs its services. */
export interface KindDeclaration extends KindSettings {
  /** A sentence for people who do not know the type. */
  readonly description: string
  /** The subscription that the original platform requires, or `null`. */
  readonly tier: 'SILVER' | 'GOLD' | null
  /** Whether users may write the API description of its services. */
  readonly definitionEditable: boolean
  /**
   * Whether lookup keys in its configuration are replaced for each request with the caller's values; if absent, with the
   * instance's.
   */
  readonly readsLookups?: boolean
  /**
   * Settings that other instances of the wire send and that are ignored, while other unknown settings are rejected. If absent, all
   * unknown settings are ignored.
   */
  readonly knownElsewhere?: readonly string[]
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
