import type { Database, Engine } from '@millwright/connector/engine/engine'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import type { Lookups } from '../platform/lookup-substitution.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import type { SchemaReader } from './described-table.ts'

/** Dependencies of reading and writing records of a database service. */
export interface RecordsContext {
  readonly engine: Engine
  readonly database: Database
  readonly schema: SchemaReader
  readonly serviceId: number
  readonly settings: RecordsSettings
  readonly services: OtherServices
  /** Records row changes of tables with history. */
  readonly history: RowHistory
  /** Returns the lookup keys available to a request. */
  lookupsOf(request: Pick<ApiRequest, 'caller' | 'origin' | 'isLiteral'>): Promise<Lookups>
}

export interface RecordsSettings {
  /** Maximum number of records in a response. */
  readonly maxRecords: number
  /** Whether PUT and PATCH create missing records. */
  readonly upserts: boolean
}

/** Other services that relations may refer to. */
export interface OtherServices {
  /** Returns the name of a service, or `null` if it does not exist. */
  nameOf(id: number): Promise<string | null>
  /** Calls a service on behalf of the same caller. Throws its `Problem`. */
  call(request: ApiRequest): Promise<ApiResponse>
}

/** A row changed by a write; values have their wire form, by name of their columns (docs/wire/data-history.md). */
export interface RowChange {
  /** Name of the table on the wire. */
  readonly table: string
  /** The values of its primary key; `null`: rows cannot be identified individually. */
  readonly key: DatabaseRow | null
  /** `null`: the row did not exist. */
  readonly before: DatabaseRow | null
  /** `null`: the row was deleted. */
  readonly after: DatabaseRow | null
}

/** Rows that were changed together and are not recorded individually. */
export interface ChangeOfMany {
  readonly table: string
  readonly action: 'created' | 'modified' | 'deleted'
  /** `null`: not counted. */
  readonly rows: number | null
}

/** Records row changes of tables with history. */
export interface RowHistory {
  /** Starts recording the changes of one transaction. */
  begin(serviceId: number, request: ApiRequest): PendingChanges
}

/** Changes of a transaction that is not committed yet. */
export interface PendingChanges {
  /** Called just before the commit. Throws if the changes cannot be stored; the transaction must then be rolled back. */
  keep(changes: readonly (RowChange | ChangeOfMany)[]): Promise<void>
  /** Called after the commit. Does not wait. */
  committed(): void
  /** Called after a rollback. */
  discard(): Promise<void>
}
