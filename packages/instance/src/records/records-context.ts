import type { Database, Engine } from '../engines/engine.ts'
import type { Lookups } from '../platform/lookup-substitution.ts'
import type { Config } from '../platform/settings/config.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import type { Caller } from '../request/caller.ts'
import type { SchemaReader } from './described-table.ts'

/** What reading and writing records of a database service stands on. */
export interface RecordsContext {
  readonly engine: Engine
  readonly database: Database
  readonly schema: SchemaReader
  readonly service: {
    readonly row: { readonly id: number }
    /** The service's own settings. */
    readonly config: Readonly<Record<string, unknown>>
    readonly host: {
      /** Another service called for the same caller. Throws the refusal. */
      call(request: ApiRequest): Promise<ApiResponse>
      /** Null: there is none. */
      serviceById(id: number): Promise<{ readonly name: string } | null>
      readonly parts: {
        readonly config: Pick<Config, 'maxRecords' | 'publicUrl'>
        /** The lookup keys that a caller's texts may have; `address`: the instance's own. */
        readonly lookups: { of(caller: Caller, address: string): Promise<Lookups> }
      }
    }
  }
}
