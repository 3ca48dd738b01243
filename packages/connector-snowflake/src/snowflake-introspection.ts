import {
  type Catalog,
  foreignKeysOf,
  type RawColumn,
  type RawForeignKey,
  type RawKey,
  type RawTable,
  type TableName,
} from '@millwright/connector/engine/catalog'
import { readDefault } from '@millwright/connector/engine/default-sql'
import type { Session } from '@millwright/connector/engine/engine'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import { catalogType, isComputedType, sequenceOf, snowflakeDialect } from './snowflake-dialect.ts'
import { defaultSchema } from './snowflake-settings.ts'

const { quote } = snowflakeDialect

interface Scope {
  readonly database: string
  /** `null` for all schemas that the user can see. */
  readonly schema: string | null
}

/** Reads tables and views with their declared keys, which Snowflake does not enforce. */
export async function introspectSnowflake(
  session: Session,
  scope: Scope,
  only?: readonly TableName[],
): Promise<Catalog> {
  const found = wanted(scope.schema, only)
  const ask = async (sql: string) => (await session.run({ sql, values: found.values })).rows
  const columns = byTable(await ask(`${columnQuery} WHERE ${found.sql} ORDER BY ORDINAL_POSITION`))
  const tables = await ask(`${tableQuery} WHERE ${found.sql} ORDER BY TABLE_SCHEMA, TABLE_NAME`)
  const shown = shownIn(session, scope)
  const primary = byTable(await shown('PRIMARY'))
  const unique = byTable(await shown('UNIQUE'))
  const imported = byTable(await shown('IMPORTED'))
  return {
    tables: tables.map((row): RawTable => {
      const place = placeOf(row)
      const own = (columns.get(place) ?? []).map((column) => columnOf(column, String(row.name)))
      return {
        ...tableName(row.schema, row.name),
        isView: String(row.kind) !== 'BASE TABLE',
        // Numbers of the instance's own sequences are queried before the insert, which cannot return them.
        ...(own.some(({ isAsked }) => isAsked) && { rewritesInserts: true }),
        columns: own.map(({ column }) => column),
        primaryKey: inOrder(primary.get(place) ?? []).map(({ column }) => String(column)),
        uniques: keysOf(unique.get(place) ?? []),
        indexes: [],
        foreignKeys: references(imported.get(place) ?? []),
        source: null,
      }
    }),
  }
}

function wanted(schema: string | null, only?: readonly TableName[]): { sql: string; values: string[] } {
  const values: string[] = []
  const conditions = ["TABLE_SCHEMA <> 'INFORMATION_SCHEMA'"]
  if (schema !== null) {
    conditions.push('TABLE_SCHEMA = ?')
    values.push(schema)
  }
  if (only !== undefined) {
    const each = only.map((table) => {
      values.push(table.schema ?? defaultSchema, table.name)
      return '(TABLE_SCHEMA = ? AND TABLE_NAME = ?)'
    })
    conditions.push(each.length === 0 ? '1 = 0' : `(${each.join(' OR ')})`)
  }
  return { sql: conditions.join(' AND '), values }
}

const tableQuery =
  'SELECT TABLE_SCHEMA AS "schema", TABLE_NAME AS "name", TABLE_TYPE AS "kind" FROM INFORMATION_SCHEMA.TABLES'

const columnQuery = `SELECT TABLE_SCHEMA AS "schema", TABLE_NAME AS "table", COLUMN_NAME AS "name", COLUMN_DEFAULT AS "printed",
  IS_NULLABLE AS "nullable", DATA_TYPE AS "type", CHARACTER_MAXIMUM_LENGTH AS "length", NUMERIC_PRECISION AS "precision",
  NUMERIC_SCALE AS "scale", DATETIME_PRECISION AS "seconds", IS_IDENTITY AS "identity" FROM INFORMATION_SCHEMA.COLUMNS`

/** `SHOW … KEYS` in the scope, with normalized column names. */
function shownIn(session: Session, { database, schema }: Scope) {
  const place = schema === null ? `DATABASE ${quote(database)}` : `SCHEMA ${quote(database)}.${quote(schema)}`
  return async (kind: 'PRIMARY' | 'UNIQUE' | 'IMPORTED'): Promise<DatabaseRow[]> => {
    const { rows } = await session.run({ sql: `SHOW ${kind} KEYS IN ${place}`, values: [] })
    return rows.map((row) =>
      kind === 'IMPORTED'
        ? {
            schema: row.fk_schema_name,
            table: row.fk_table_name,
            name: row.fk_name,
            column: row.fk_column_name,
            target_schema: row.pk_schema_name,
            target: row.pk_table_name,
            target_column: row.pk_column_name,
            on_update: row.update_rule,
            on_delete: row.delete_rule,
            sequence: row.key_sequence,
          }
        : {
            schema: row.schema_name,
            table: row.table_name,
            name: row.constraint_name,
            column: row.column_name,
            sequence: row.key_sequence,
          },
    )
  }
}

function columnOf(row: DatabaseRow, table: string): { column: RawColumn; isAsked: boolean } {
  const name = String(row.name)
  const type = catalogType(row)
  const printed = typeof row.printed === 'string' ? row.printed : null
  const isAsked = printed !== null && numbersBy(printed) === sequenceOf(table, name)
  const autoIncrement = isAsked || row.identity === 'YES'
  return {
    isAsked,
    column: {
      name,
      ...type,
      nullable: row.nullable === 'YES',
      default: autoIncrement ? null : readDefault(printed),
      autoIncrement,
      generated: isComputedType(type.dbType),
      fixedLength: false,
      multibyte: type.dbType.startsWith('VARCHAR'),
    },
  }
}

/** The sequence in a default such as `SHOP.PUBLIC."order_id_seq".NEXTVAL`. */
function numbersBy(printed: string): string | null {
  const [, quoted, plain] = /(?:"((?:[^"]|"")+)"|([\w$]+))\.NEXTVAL$/i.exec(printed.trim()) ?? []
  return quoted?.replaceAll('""', '"') ?? plain ?? null
}

function keysOf(rows: readonly DatabaseRow[]): RawKey[] {
  return [...Map.groupBy(rows, ({ name }) => String(name))].map(([name, parts]) => ({
    name,
    columns: inOrder(parts).map(({ column }) => String(column)),
  }))
}

const references = (rows: readonly DatabaseRow[]): RawForeignKey[] => foreignKeysOf(inOrder(rows), tableName)

const inOrder = (rows: readonly DatabaseRow[]) =>
  rows.toSorted((one, other) => Number(one.sequence) - Number(other.sequence))

function tableName(schema: unknown, name: unknown): TableName {
  return { schema: schema === defaultSchema ? null : String(schema), name: String(name) }
}

const placeOf = ({ schema, table, name }: DatabaseRow): string => JSON.stringify([schema, table ?? name])

function byTable(rows: readonly DatabaseRow[]): Map<string, DatabaseRow[]> {
  return Map.groupBy(rows, placeOf)
}
