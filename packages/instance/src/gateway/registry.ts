import type { Service } from './service.ts'
import type { ServiceRow } from './service-kind.ts'
/** A service's row and what answers its calls. */
export interface Registered {
  readonly row: ServiceRow
  readonly service: Service
}

export interface Registry {
  /** By name in lower case; null when there is no such service. */
  find(name: string): Promise<Registered | null> | Registered | null
  /** All of them, by id. */
  all(): Promise<readonly ServiceRow[]>
  /** After the requests under way: closes what services hold. */
  close(): Promise<void>
}
