import type { RawColumn, RawDefault, RawForeignKey, RawKey, TableName } from './catalog.ts'

/** A change of the physical schema, computed before anything runs. */
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
  /** Names of the dropped foreign keys, unique keys and indexes. */
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

/** The desired state of a column; `type` is a simple type of the wire, and `definition` overrides it with the engine's own SQL. */
export interface ColumnDefinition
  extends Pick<
    RawColumn,
    'name' | 'nullable' | 'default' | 'autoIncrement' | 'length' | 'precision' | 'scale' | 'fixedLength' | 'multibyte'
  > {
  readonly type: string
  /** The whole column definition after its name, used verbatim. */
  readonly definition: string | null
  /** Only the type, in the engine's own SQL. */
  readonly dbType: string | null
}

export interface PlannedStatement {
  readonly sql: string
  /** A sentence about data that the statement loses, or `null`. */
  readonly loses: string | null
  /** Whether it only checks that the change has not broken what depends on the table, and fails otherwise. */
  readonly isCheck: boolean
}

/** Whether a column has to be altered. A `dbType` counts as unchanged if it is the column's type. */
export function isAltered(before: RawColumn, after: ColumnDefinition): boolean {
  return (
    after.definition !== null ||
    after.dbType !== before.dbType ||
    after.nullable !== before.nullable ||
    after.autoIncrement !== before.autoIncrement ||
    !isSameDefault(before.default, after.default)
  )
}

/** Whether two defaults are equivalent, however they are spelled. */
export function isSameDefault(one: RawDefault | null, other: RawDefault | null): boolean {
  const first = textOf(one)
  const second = textOf(other)
  return first === second || (first !== null && second !== null && isSameNumber(first, second))
}

function textOf(value: RawDefault | null): string | null {
  if (value === null) return null
  if ('expression' in value) return `=${bare(value.expression)}`
  const { literal } = value
  if (literal === null) return null
  if (literal === true || literal === 'true') return '1'
  return literal === false || literal === 'false' ? '0' : String(literal)
}

/** Normalizes `(CURRENT_TIMESTAMP)`, `current_timestamp()` and `CURRENT_TIMESTAMP`. */
function bare(expression: string): string {
  return expression
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/^\((.*)\)$/s, '$1')
    .replaceAll('()', '')
}

function isSameNumber(one: string, other: string): boolean {
  const number = /^[+-]?\d+(\.\d+)?$/
  return number.test(one) && number.test(other) && Number(one) === Number(other) && one.length < 16 && other.length < 16
}
