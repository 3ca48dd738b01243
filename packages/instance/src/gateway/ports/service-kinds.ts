import type { Declaration } from '@millwright/connector/declaration'
import type { KindSettings } from '../../records/system/row-reading.ts'

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
export interface KindDeclaration
  extends KindSettings,
    Pick<Declaration, 'description' | 'check' | 'trial' | 'paths' | 'describe'> {
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
}
