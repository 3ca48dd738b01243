import type { RawTable } from '../catalog.ts'
import type { ColumnDefinition, PlannedStatement, SchemaChange } from './schema-change.ts'

/** How an engine spells changes of the schema. Pure. */
export interface SchemaDialect {
  /** The statements that make a change, in order, from the table as it is (null: not there yet). */
  plan(change: SchemaChange, before: RawTable | null): readonly PlannedStatement[]
  /** A simple type in the engine's own words, with its sizes; null for one that it does not know (docs/wire/schema.md). */
  columnType(column: TypedColumn): string | null
}

export type TypedColumn = Pick<
  ColumnDefinition,
  'type' | 'length' | 'precision' | 'scale' | 'fixedLength' | 'multibyte'
>
