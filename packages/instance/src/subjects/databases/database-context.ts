import type { ServiceParts } from '../../gateway/service-kind.ts'
import type { RecordsContext } from '../../records/records-context.ts'

/** What the parts of a database service stand on: `_schema`, `_table`, `_proc` and `_func` alike. */
export interface DatabaseContext extends RecordsContext {
  readonly service: ServiceParts
}
