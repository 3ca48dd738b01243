import type { DatabaseRow } from './statement.ts'

/** Where a table is; `schema` is null in engines without schemas and for the default schema. */
export interface TableName {
  readonly schema: string | null
  readonly name: string
}

/** What a database says of itself, before extras and derived relations. */
export interface Catalog {
  readonly tables: readonly RawTable[]
}

export interface RawTable extends TableName {
  readonly isView: boolean
  /** Rules of the database make something else of inserts, which then cannot answer what they made; absent: there are none. */
  readonly rewritesInserts?: boolean
  readonly columns: readonly RawColumn[]
  /** Column names, in order. */
  readonly primaryKey: readonly string[]
  readonly uniques: readonly RawKey[]
  /** Those that are not unique. */
  readonly indexes: readonly RawKey[]
  readonly foreignKeys: readonly RawForeignKey[]
  /** Where tables are altered by making them again (SQLite): what they were made by; null elsewhere. */
  readonly source: TableSource | null
}

/** Statements as the database keeps them, word for word. */
export interface TableSource {
  readonly sql: string
  /** Indexes and triggers of the table that have a statement, in the order they were made. */
  readonly attached: readonly { readonly kind: 'index' | 'trigger'; readonly name: string; readonly sql: string }[]
}

export interface RawColumn {
  readonly name: string
  /** As the engine spells it, with sizes: `varchar(255)`. */
  readonly dbType: string
  readonly nullable: boolean
  /** The literal it stands for, or an expression that the database computes. */
  readonly default: RawDefault | null
  readonly autoIncrement: boolean
  /** The database computes it; it cannot be written. */
  readonly generated: boolean
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
  readonly fixedLength: boolean
  readonly multibyte: boolean
  /** What a changed definition has to say again so that it is not lost. */
  readonly attributes?: ColumnAttributes
}

export interface ColumnAttributes {
  /** Of texts, as it stands in a definition. */
  readonly collation: string | null
  /** Of MySQL; empty elsewhere, where it stays by itself. */
  readonly comment: string
}

export type RawDefault = { readonly literal: string | number | boolean | null } | { readonly expression: string }

export interface RawKey {
  readonly name: string
  readonly columns: readonly string[]
}

export interface RawForeignKey extends RawKey {
  readonly target: TableName
  readonly targetColumns: readonly string[]
  /** `CASCADE`, `SET NULL`, `NO ACTION` …; null when the database does not tell. */
  readonly onUpdate: string | null
  readonly onDelete: string | null
}

/** Foreign keys out of a catalogue that has a row for each column: `name`, `column`, `target_schema`, `target`, `target_column`, `on_update`, `on_delete`. */
export function foreignKeysOf(
  rows: readonly DatabaseRow[],
  nameOf: (schema: unknown, name: unknown) => TableName,
): RawForeignKey[] {
  return [...Map.groupBy(rows, ({ name }) => name).values()].flatMap((parts) => {
    const [first] = parts
    if (first === undefined) return []
    return [
      {
        name: String(first.name),
        columns: parts.map(({ column }) => String(column)),
        target: nameOf(first.target_schema, first.target),
        targetColumns: parts.map(({ target_column }) => String(target_column)),
        onUpdate: actionOf(first.on_update),
        onDelete: actionOf(first.on_delete),
      },
    ]
  })
}

/** SQL Server prints `SET_NULL`. */
const actionOf = (printed: unknown) => String(printed).replaceAll('_', ' ')
