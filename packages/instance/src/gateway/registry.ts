import { Problem } from '@millwright/contract/problem'
import type { Service } from './service.ts'
import type { ServiceRow } from './service-kind.ts'

/** A service's row, and the service itself. */
export interface Registered {
  readonly row: ServiceRow
  readonly service: Service
}

/** The outcome of the last request to a service: it succeeded, or the remote system was unreachable or rejected the service (503). */
export interface Health {
  /** `null` if it succeeded. */
  readonly reason: string | null
  /** When this state began, in milliseconds. */
  readonly since: number
}

export interface Registry {
  /** By lower-case name; `null` if there is no such service. */
  find(name: string): Promise<Registered | null> | Registered | null
  /**
   * The lower-case name under which `find` finds the service that has this name or, if none has, this alias; otherwise the same
   * name. `name`: in lower case.
   */
  presentName(name: string): Promise<string> | string
  /** All services, by id. */
  all(): Promise<readonly ServiceRow[]>
  /** Services that are currently open on this node. */
  readonly inUse: Iterable<Registered>
  /** By id, for services called since the start of this node or their last change. */
  health(): ReadonlyMap<number, Health>
  /**
   * Creates a service from unsaved settings, closes it when `work` is done, and retains nothing of it. `config` contains decrypted
   * secrets. Throws a `Problem` if the service cannot be created.
   */
  passing<T>(
    row: ServiceRow,
    config: Readonly<Record<string, unknown>>,
    work: (service: Service) => Promise<T>,
  ): Promise<T>
  /** Waits for requests in progress, then closes all services. */
  close(): Promise<void>
}

/** Runs work whose requests to a service are one transaction. Throws a 422 if the service has none. */
export async function inWhole<T>(
  found: Registered | null,
  work: () => Promise<T>,
  how: { readonly keeps: boolean },
): Promise<T> {
  if (found?.service.whole === undefined) throw new Problem(422, `'${found?.row.name}' has no transactions.`)
  return found.service.whole(work, how)
}
