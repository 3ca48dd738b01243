import type { Database, Engine } from '../engines/engine.ts'
import type { Lookups } from '../platform/lookup-substitution.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import type { SchemaReader } from './described-table.ts'
import type { RowHistory } from './row-history.ts'

/** What reading and writing records of a database service stands on. */
export interface RecordsContext {
  readonly engine: Engine
  readonly database: Database
  readonly schema: SchemaReader
  readonly serviceId: number
  readonly settings: RecordsSettings
  readonly services: OtherServices
  /** Where changes of rows are kept, for tables whose history is on. */
  readonly history: RowHistory
  /** The lookup keys that the texts of a request may have. */
  lookupsOf(request: Pick<ApiRequest, 'caller' | 'origin'>): Promise<Lookups>
}

export interface RecordsSettings {
  /** How many records an answer has at most. */
  readonly mostRecords: number
  /** A PUT or PATCH makes the records that are not there. */
  readonly upserts: boolean
}

/** To which relations may lead. */
export interface OtherServices {
  /** The name of a service; null: there is none. */
  nameOf(id: number): Promise<string | null>
  /** Calls a service for the same caller. Throws the refusal. */
  call(request: ApiRequest): Promise<ApiResponse>
}
