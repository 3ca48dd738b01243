import type { Database, Engine } from '@millwright/connector/engine/engine'
import type { Lookups } from '../platform/lookup-substitution.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import type { SchemaReader } from './described-table.ts'
import type { RowHistory } from './row-history.ts'

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
