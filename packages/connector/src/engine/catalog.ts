import type { Choices, ColumnCheck } from './column-checks.ts'
import type { DatabaseRow } from './statement.ts'

/** Location of a table; `schema` is `null` for the default schema and in engines without schemas. */
export interface TableName {
  readonly schema: string | null
  readonly name: string
}

/** What a database reports about itself, before extras and derived relations. */
export interface Catalog {
  readonly tables: readonly RawTable[]
}

export interface RawTable extends TableName {
  readonly isView: boolean
  /** Whether the database refuses every write, as of most views; absent: it takes some, or that is unknown. */
  readonly refusesWrites?: boolean
  /** Whether rules of the database rewrite inserts, which then cannot return the created rows; absent means no. */
  readonly rewritesInserts?: boolean
  readonly columns: readonly RawColumn[]
  /** Column names, in order. */
  readonly primaryKey: readonly string[]
  readonly uniques: readonly RawKey[]
  /** Non-unique indexes. */
  readonly indexes: readonly RawKey[]
  readonly foreignKeys: readonly RawForeignKey[]
  /** How the table was created, for engines that alter tables by recreating them (SQLite); otherwise `null`. */
  readonly source: TableSource | null
}

/** Statements exactly as stored in the database. */
export interface TableSource {
  readonly sql: string
  /** Indexes and triggers of the table with a statement, in order of creation. */
  readonly attached: readonly { readonly kind: 'index' | 'trigger'; readonly name: string; readonly sql: string }[]
}

export interface RawColumn {
  readonly name: string
  /** In the engine's own spelling, with sizes: `varchar(255)`. */
  readonly dbType: string
  readonly nullable: boolean
  /** A literal, or an expression that the database evaluates. */
  readonly default: RawDefault | null
  readonly autoIncrement: boolean
  /** Whether the database computes the column, which therefore cannot be written. */
  readonly generated: boolean
  /** The expression by which it does; absent: it is not known. */
  readonly generatedAs?: string
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
  readonly fixedLength: boolean
  readonly multibyte: boolean
  /** The only values that its type or a check allows; absent: it is not limited to a list. */
  readonly choices?: Choices
  /** The checks that concern it, its domain's among them; absent: there are none, or they are not known. */
  readonly checks?: readonly ColumnCheck[]
  /** Whether it decides about the partition of a row; absent: it does not, or the engine names the columns that do. */
  readonly partitions?: true
  /** How its dates are stored, where the type does not determine it (SQLite); absent: as in columns that this instance creates. */
  readonly moments?: StoredMoments
  /** What a changed definition has to repeat so that it is not lost. */
  readonly attributes?: ColumnAttributes
}

/** The form of most dates in a column: texts of one shape, or numbers since 1970 or of Julian days. */
export interface StoredMoments {
  readonly form: 'text' | 'seconds' | 'milliseconds' | 'julian'
  readonly separator: ' ' | 'T'
  readonly zone: '' | 'Z' | '+00:00'
  /** Digits of the fraction of seconds; `null`: as many as it has. */
  readonly digits: number | null
  /** Whether values of other forms were found beside it, so that the column does not sort by time. */
  readonly isMixed: boolean
}

export interface ColumnAttributes {
  /** Collation of texts, as in a column definition. */
  readonly collation: string | null
  /** Only for MySQL; empty elsewhere, where a comment survives a changed definition. */
  readonly comment: string
}

export type RawDefault = { readonly literal: string | number | boolean | null } | { readonly expression: string }

export interface RawKey {
  readonly name: string
  readonly columns: readonly string[]
  /** Whether the database needs the index for a foreign key, and makes it by itself; absent means no. */
  readonly servesReference?: boolean
}

export interface RawForeignKey extends RawKey {
  readonly target: TableName
  readonly targetColumns: readonly string[]
  /** `CASCADE`, `SET NULL`, `NO ACTION` …; `null` if the database does not report it. */
  readonly onUpdate: string | null
  readonly onDelete: string | null
}

/** The keys of several columns that someone made, besides the primary key. */
export function keysOfSeveral({
  uniques,
  indexes,
  foreignKeys,
}: Pick<RawTable, 'uniques' | 'indexes' | 'foreignKeys'>) {
  const several = ({ columns }: RawKey) => columns.length > 1
  return {
    uniques: uniques.filter(several),
    indexes: indexes.filter((key) => several(key) && key.servesReference !== true),
    foreignKeys: foreignKeys.filter(several),
  }
}

/**
 * Groups catalog rows, one for each column, into foreign keys: `name`, `column`, `target_schema`, `target`, `target_column`,
 * `on_update`, `on_delete`.
 */
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
