import type { Database, Engine } from '../../engines/engine.ts'
import type { ServiceParts } from '../../gateway/service-kind.ts'
import type { SchemaReader } from '../../records/described-table.ts'

/** What the parts of a database service stand on: `_schema`, `_table`, `_proc` and `_func` alike. */
export interface DatabaseContext {
  readonly service: ServiceParts
  readonly engine: Engine
  readonly database: Database
  readonly schema: SchemaReader
}
