import type { StoredMoments, TableName } from '@millwright/connector/engine/catalog'
import type { Choices, ColumnCheck } from '@millwright/connector/engine/column-checks'
import type { DbFunctionVerb } from '@millwright/contract/wire/table-schema'
import type { NameIndex } from './names.ts'

/** A table as callers see it: its database description, the extras of administrators and derived relations (docs/wire/schema.md). */
export interface DescribedTable {
  readonly table: TableName
  /** Name on the wire: bare in the default schema, else `schema.table`. */
  readonly name: string
  /** Name in `_table`: the alias, or the name. */
  readonly apiName: string
  readonly alias: string | null
  readonly label: string
  readonly plural: string
  readonly description: string | null
  readonly isView: boolean
  /** Whether the database refuses every write; absent: it takes some, or that is unknown. */
  readonly refusesWrites?: boolean
  /** Whether inserts cannot return the rows they created; absent: they can. */
  readonly rewritesInserts?: boolean
  /** Fields of the primary key, in order; empty without one. */
  readonly primaryKey: readonly DescribedField[]
  readonly nameField: string | null
  readonly fields: readonly DescribedField[]
  /** By API name. */
  readonly fieldByName: NameIndex<DescribedField>
  readonly relations: readonly DescribedRelation[]
  /** By API name. */
  readonly relationByName: NameIndex<DescribedRelation>
  /** The table without its schema lock, for conditions of roles and for keys. Absent: no lock applies. */
  readonly whole?: DescribedTable
  /** Row changes are recorded (docs/wire/data-history.md). Absent: they are not. */
  readonly recordsHistory?: true
  /** Rejects members of a record that are not fields of the locked schema, instead of ignoring them. */
  readonly rejectsUnknownMembers?: true
  /** Fields of the locked schema that are missing in the database. Absent: none. */
  readonly missingFields?: LostFields
}

export interface LostFields {
  /** API names in lower case. */
  readonly names: ReadonlySet<string>
  /** Error for a request that writes one of these fields. */
  readonly problem: Error
}

export interface DescribedField {
  readonly name: string
  /** The alias, or the name. */
  readonly apiName: string
  readonly alias: string | null
  readonly label: string
  readonly description: string | null
  /** A simple type on the wire (docs/wire/schema.md). */
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
  /** Computed by the database; cannot be written. */
  readonly generated: boolean
  /** By what; absent: it is not, or that is not known. */
  readonly generatedAs?: string
  readonly isPrimaryKey: boolean
  readonly isUnique: boolean
  readonly isIndex: boolean
  readonly isForeignKey: boolean
  readonly refTable: string | null
  readonly refField: string | null
  readonly refOnUpdate: string | null
  readonly refOnDelete: string | null
  /** Suggested by an administrator. */
  readonly picklist: readonly string[] | null
  /** Settings of validation rules by name, in stored order. */
  readonly validation: Readonly<Record<string, unknown>> | null
  readonly dbFunctions: readonly DbFunction[]
  readonly isVirtual: boolean
  readonly isAggregate: boolean
  /** The only values that the database allows; absent: it has no list of them. */
  readonly choices?: Choices
  /** The checks that concern it; absent: none, or they are not known. */
  readonly checks?: readonly ColumnCheck[]
  /** Whether it decides about the partition of a record; absent: it does not, or that is not known. */
  readonly partitions?: true
  /** How its dates are stored; absent: as the type implies. */
  readonly moments?: StoredMoments
}

export interface DbFunction {
  readonly use: readonly DbFunctionVerb[]
  /** SQL as sent by the client. */
  readonly function: string
  /** SQL that runs; `null`: not permitted unless stored by a full administrator. */
  readonly sql: string | null
  /** Whether it was stored by a full administrator. */
  readonly approved: boolean
}

export interface DescribedRelation {
  readonly name: string
  readonly apiName: string
  readonly alias: string | null
  readonly label: string
  readonly description: string | null
  readonly type: 'belongs_to' | 'has_one' | 'has_many' | 'many_many'
  /** Names of fields of this table. */
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

/** Reads the cached schema of a service. */
export interface SchemaReader {
  /** Returns all tables, ordered by name. */
  tables(refresh?: boolean): Promise<readonly DescribedTable[]>
  /** Finds a table by name or alias (`NameIndex`); synchronously if cached. Throws 404 if it does not exist. */
  table(name: string, refresh?: boolean): DescribedTable | Promise<DescribedTable>
}
