import type { Dialect } from '@millwright/connector/engine/engine'
import type { FilterDialect, FilterModel } from './filter-sql.ts'
import type { Condition } from './where.ts'

/** The part of a dialect that reads and writes of records need. */
export type RecordDialect = FilterDialect &
  Pick<Dialect, 'quote' | 'placeholder' | 'page' | 'keysetFromOffset' | 'returning' | 'emptyInsert'>

/**
 * A table as one caller reads and writes its records: declared for tables of the instance (`system/declared-table.ts`), derived from the
 * database for those of services (`tables/described-model.ts`).
 */
export interface TableModel extends FilterModel {
  readonly dialect: RecordDialect
  /** The table, as SQL. */
  readonly target: string
  /** The columns of its primary key, as SQL; empty without one. */
  readonly key: readonly string[]
  /**
   * The rows that exist for the caller: those that match the role's filters or the scope of a resource; `null`: all. It applies to
   * every read and write, since plans and statements require a model.
   */
  readonly rows: Condition | null
}
