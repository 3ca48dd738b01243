import type { ConfigFields } from '@millwright/contract/service-config/config-field'
import type { Vault } from '../../platform/vault.ts'

/** What reading stored rows needs besides the rows: sealed values, and the settings of services. */
export interface RowReading {
  readonly vault: Vault
  readonly kinds: { of(type: string): KindSettings | undefined }
}

/** What a service type declares about the rows of its services. */
export interface KindSettings {
  readonly name: string
  readonly label: string
  readonly group: string
  /** Whether there is exactly one service of the type, which is built in. */
  readonly singleton: boolean
  /** Whether several requests to its services can be one transaction; absent: no. */
  readonly hasTransactions?: boolean
  /** The settings; `null` if there are none. */
  readonly config: ConfigFields | null
  /**
   * Which services of the type only full administrators may change, because accounts depend on them: all, or all that exist already, or
   * those that full administrators set up. If absent, none.
   */
  readonly reserved?: 'always' | 'existing' | 'of full administrators'
  /**
   * Where a service with these settings stores data on this machine, as an absolute path; `null` if that is not known yet. If absent, where
   * the settings `host` and the like say.
   */
  readonly localPath?: (config: Readonly<Record<string, unknown>>, dataFolder: string) => string | null
}
