import type { RawColumn, RawForeignKey, RawKey, TableName } from './catalog.ts'

/** A change of the physical schema, worked out before anything runs. */
export type SchemaChange = CreateTable | AlterTable | DropTable

export interface CreateTable {
  readonly kind: 'create'
  readonly table: TableName
  readonly columns: readonly ColumnDefinition[]
  readonly keys: TableKeys
}

export interface AlterTable {
  readonly kind: 'alter'
  readonly table: TableName
  readonly add: readonly ColumnDefinition[]
  readonly change: readonly ColumnDefinition[]
  readonly drop: readonly string[]
  readonly keys: TableKeys
  /** Names of foreign keys, uniques and indexes that go. */
  readonly dropKeys: readonly string[]
}

export interface DropTable {
  readonly kind: 'drop'
  readonly table: TableName
  readonly isView: boolean
}

export interface TableKeys {
  readonly primaryKey: readonly string[]
  readonly uniques: readonly RawKey[]
  readonly indexes: readonly RawKey[]
  readonly foreignKeys: readonly RawForeignKey[]
}

/** A column as it shall be; `type` is a simple type of the wire, `definition` overrides it with the engine's own words. */
export interface ColumnDefinition
  extends Pick<
    RawColumn,
    'name' | 'nullable' | 'default' | 'autoIncrement' | 'length' | 'precision' | 'scale' | 'fixedLength' | 'multibyte'
  > {
  readonly type: string
  /** The whole column after its name, taken word for word. */
  readonly definition: string | null
  /** The type only, in the engine's own words. */
  readonly dbType: string | null
}

export interface PlannedStatement {
  readonly sql: string
  /** A sentence about data that is lost when it runs; null when nothing is. */
  readonly loses: string | null
  /** It changes nothing: it fails when the change has broken what depends on the table. */
  readonly isCheck: boolean
}
