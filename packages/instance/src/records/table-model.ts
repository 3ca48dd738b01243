import type { Dialect } from '../engines/engine.ts'
import type { FilterDialect, FilterModel } from './filter-sql.ts'
import type { Condition } from './where.ts'

/** The part of an engine's dialect that reads and writes of records are written in. */
export type RecordDialect = FilterDialect &
  Pick<Dialect, 'quote' | 'placeholder' | 'page' | 'keysFirstFrom' | 'returning' | 'emptyInsert'>

/**
 * A table as reads and writes of its records have it for one caller: declared for the tables of the instance (`system/declared-table.ts`), and what a database
 * says of itself for those of services (`tables/described-model.ts`).
 */
export interface TableModel extends FilterModel {
  readonly dialect: RecordDialect
  /** As statements name it. */
  readonly target: string
  /** The columns of its primary key, as statements name them; empty: it has none. */
  readonly key: readonly string[]
  /**
   * Which rows there are for the caller at all: those that the role's filters leave, or the scope of a resource; null: all. Every read
   * and write has it, as there are no plan and no statement without a model.
   */
  readonly rows: Condition | null
}
