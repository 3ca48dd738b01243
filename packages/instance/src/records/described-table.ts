import type { DbFunctionVerb } from '@millwright/contract/wire/table-schema'
import type { TableName } from '../engines/catalog.ts'

/** A table as calls see it: what the database says, with the extras of administrators and the relations that follow (docs/wire/schema.md). */
export interface DescribedTable {
  readonly table: TableName
  /** The wire's name: bare in the default schema, else `schema.table`. */
  readonly name: string
  /** What `_table` calls it: the alias, or the name. */
  readonly apiName: string
  readonly alias: string | null
  readonly label: string
  readonly plural: string
  readonly description: string | null
  readonly isView: boolean
  /** Inserts cannot answer what they made; absent: they can. */
  readonly rewritesInserts?: boolean
  /** Fields of the primary key, in order; empty without one. */
  readonly primaryKey: readonly DescribedField[]
  readonly nameField: string | null
  readonly fields: readonly DescribedField[]
  /** By API name in lower case. */
  readonly fieldByName: ReadonlyMap<string, DescribedField>
  readonly relations: readonly DescribedRelation[]
  /** By API name in lower case. */
  readonly relationByName: ReadonlyMap<string, DescribedRelation>
  /** Where calls see the locked shape: what the table really is, for conditions of roles and for keys. Absent: the same. */
  readonly whole?: DescribedTable
  /** Who changes which row is kept (docs/wire/data-history.md). Absent: it is not. */
  readonly keepsHistory?: true
  /** Members of a record that are no field of the locked shape are refused instead of passed over. */
  readonly refusesUnknown?: true
  /** What the database has lost of the locked shape. Absent: nothing. */
  readonly lost?: LostFields
}

export interface LostFields {
  /** API names in lower case. */
  readonly names: ReadonlySet<string>
  /** How who writes one is refused. */
  readonly problem: Error
}

export interface DescribedField {
  readonly name: string
  /** The alias, or the name. */
  readonly apiName: string
  readonly alias: string | null
  readonly label: string
  readonly description: string | null
  /** A simple type of the wire (docs/wire/schema.md). */
  readonly type: string
  readonly dbType: string | null
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
  readonly default: unknown
  readonly required: boolean
  readonly allowNull: boolean
  readonly fixedLength: boolean
  readonly supportsMultibyte: boolean
  readonly autoIncrement: boolean
  /** The database computes it; it cannot be written. */
  readonly generated: boolean
  readonly isPrimaryKey: boolean
  readonly isUnique: boolean
  readonly isIndex: boolean
  readonly isForeignKey: boolean
  readonly refTable: string | null
  readonly refField: string | null
  readonly refOnUpdate: string | null
  readonly refOnDelete: string | null
  readonly picklist: readonly string[] | null
  /** Rules by name in the order stored, each with its settings. */
  readonly validation: Readonly<Record<string, unknown>> | null
  readonly dbFunctions: readonly DbFunction[]
  readonly isVirtual: boolean
  readonly isAggregate: boolean
}

export interface DbFunction {
  readonly use: readonly DbFunctionVerb[]
  /** As it was sent. */
  readonly function: string
  /** What runs; null: it is more than may run unless a full administrator stored it. */
  readonly sql: string | null
  /** A full administrator stored it. */
  readonly approved: boolean
}

export interface DescribedRelation {
  readonly name: string
  readonly apiName: string
  readonly alias: string | null
  readonly label: string
  readonly description: string | null
  readonly type: 'belongs_to' | 'has_one' | 'has_many' | 'many_many'
  /** Fields of this table. */
  readonly fields: readonly string[]
  readonly refServiceId: number
  readonly refTable: string
  readonly refFields: readonly string[]
  readonly refOnUpdate: string | null
  readonly refOnDelete: string | null
  readonly junctionServiceId: number | null
  readonly junctionTable: string | null
  readonly junctionFields: readonly string[]
  readonly junctionRefFields: readonly string[]
  readonly isVirtual: boolean
  readonly alwaysFetch: boolean
  readonly flatten: boolean
  readonly flattenDropPrefix: boolean
}

/** What the schema of a service answers from its cache. */
export interface SchemaReader {
  /** All tables, by name. */
  tables(refresh?: boolean): Promise<readonly DescribedTable[]>
  /** By name or alias, whatever its case; from the cache at once. Refuses an unknown one with 404. */
  table(name: string, refresh?: boolean): DescribedTable | Promise<DescribedTable>
}
