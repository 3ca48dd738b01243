import type { Service } from './service.ts'
import type { ServiceRow } from './service-kind.ts'

/** A service's row and what answers its calls. */
export interface Registered {
  readonly row: ServiceRow
  readonly service: Service
}

/** What came of the last call of a service: it was answered, or its other side was away or refused it (503). */
export interface Health {
  /** Null: it was answered. */
  readonly reason: string | null
  /** When it became so, in milliseconds. */
  readonly since: number
}

export interface Registry {
  /** By name in lower case; null when there is no such service. */
  find(name: string): Promise<Registered | null> | Registered | null
  /** All of them, by id. */
  all(): Promise<readonly ServiceRow[]>
  /** Those that are in use on this node now. */
  readonly inUse: Iterable<Registered>
  /** By id, of services that were called since this node started or they were changed. */
  health(): ReadonlyMap<number, Health>
  /**
   * Makes a service of settings that are not stored, closes it when `work` is done with it, and keeps nothing of it. `config`: secrets
   * readable. Throws a `Problem` where no service can be made of them.
   */
  passing<T>(
    row: ServiceRow,
    config: Readonly<Record<string, unknown>>,
    work: (service: Service) => Promise<T>,
  ): Promise<T>
  /** After the requests under way: closes what services hold. */
  close(): Promise<void>
}
