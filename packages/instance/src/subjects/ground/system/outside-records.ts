import type { DependentGroup } from '@millwright/contract/wire/dependents'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { ResourceDeclaration } from './resource.ts'

/**
 * Configuration that is kept outside of the store of the instance, such as tables of databases, and so is no part of its transactions: it is
 * written after them (docs/wire/config.md). Folders have only what was asked for. Names are those of a service and of what is in it, with a slash.
 */
export interface OutsideRecords {
  /** Names the columns and their place in a folder. Nothing else of it is used. */
  readonly declaration: ResourceDeclaration
  /** The members, by column, that have members of their own, for which differences are told one by one. */
  readonly parts: readonly string[]
  /** A sent row in the form of stored ones. `complain`: is told what is wrong, with the path of the member. */
  normal(row: Readonly<Row>, complain: (field: string, message: string) => void): Row
  /** What a service has: the records with these names, or all; `null` if there is no such service. Throws if it cannot be read. */
  read(service: string, names: readonly string[] | null, calls: OutsideCalls): Promise<ReadonlyMap<string, Row> | null>
  /** What changes in one service would lose, as sentences by name. Nothing is changed. Throws what is wrong with one of them. */
  losses(
    service: string,
    changes: readonly OutsideChange[],
    calls: OutsideCalls,
  ): Promise<ReadonlyMap<string, readonly string[]>>
  /** What names a record, and breaks if it is removed. */
  dependents(service: string, name: string, calls: OutsideCalls): Promise<readonly DependentGroup[]>
  /** Makes changes in one service, each for itself. Returns what refused those that were not made, by name. */
  write(service: string, changes: readonly OutsideChange[], calls: OutsideCalls): Promise<ReadonlyMap<string, Error>>
}

export interface OutsideCalls {
  readonly call: Forward
  readonly request: ApiRequest
  /** Names of services by their id. */
  readonly services: ReadonlyMap<number, string>
}

export interface OutsideChange {
  readonly name: string
  /** In the form of `normal`; `null` removes the record. */
  readonly row: Readonly<Row> | null
  /** Whether parts that the row does not have are removed. */
  readonly prune: boolean
}

/** The service of a record, and its name there; `null` if the name has no such form. */
export function placeOf(name: string): { readonly service: string; readonly within: string } | null {
  const slash = name.indexOf('/')
  if (slash < 1 || slash === name.length - 1) return null
  return { service: name.slice(0, slash), within: name.slice(slash + 1) }
}
