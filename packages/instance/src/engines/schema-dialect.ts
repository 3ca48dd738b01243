import type { RawTable } from './catalog.ts'
import type { ColumnDefinition, PlannedStatement, SchemaChange } from './schema-change.ts'

/** How an engine spells changes of the schema. Pure. */
export interface SchemaDialect {
  /** The statements that make a change, in order, from the table as it is (null: not there yet). */
  plan(change: SchemaChange, before: RawTable | null): readonly PlannedStatement[]
  /**
   * Statements that find out whether a change broke what depends on a table (`gone`: which is dropped), among all tables and views as they were;
   * absent where the database sees to that itself.
   */
  checks?(table: string, gone: boolean, all: Iterable<RawTable>): readonly PlannedStatement[]
  /** A simple type in the engine's own words, with its sizes; null for one that it does not know (docs/wire/schema.md). */
  columnType(column: TypedColumn): string | null
}

export type TypedColumn = Pick<
  ColumnDefinition,
  'type' | 'length' | 'precision' | 'scale' | 'fixedLength' | 'multibyte'
>
