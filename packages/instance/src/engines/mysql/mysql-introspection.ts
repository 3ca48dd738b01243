import type { Catalog, RawColumn, RawKey, RawTable, TableName } from '../catalog.ts'
import { columnSizes, readColumnType } from '../column-type.ts'
import type { Session } from '../engine.ts'
import { foreignKeysOf } from '../foreign-key-rows.ts'
import type { BoundValue, DatabaseRow } from '../statement.ts'
import { columnQuery, indexQuery, referenceQuery, tableQuery } from './mysql-catalog.ts'
import { mysqlDefault } from './mysql-default.ts'
import type { MysqlSettings } from './mysql-settings.ts'

/** Reads the tables and views that the user can see; `schema` null: in all schemas but the server's own. */
export async function introspectMysql(
  session: Session,
  { schema, database }: Pick<MysqlSettings, 'schema' | 'database'>,
  only?: readonly TableName[],
): Promise<Catalog> {
  const { condition, values } = wanted(schema, database, only)
  const ask = async (sql: string) => (await session.run({ sql: sql.replace('{wanted}', condition), values })).rows
  const version = await session.run({ sql: 'SELECT VERSION() AS version, DATABASE() AS current', values: [] })
  const isMariadb = /mariadb/i.test(String(version.rows[0]?.version))
  // The server knows the case in which it keeps names.
  const current = String(version.rows[0]?.current ?? database)
  const columns = byTable(await ask(columnQuery))
  const indexes = byTable(await ask(indexQuery))
  const references = byTable(await ask(referenceQuery))
  const nameOf = (schemaName: unknown, name: unknown): TableName => ({
    schema: schemaName === current ? null : String(schemaName),
    name: String(name),
  })
  const tables = (await ask(tableQuery)).map((row): RawTable => {
    const place = placeOf(row.schema, row.name)
    const keys = keysOf(indexes.get(place) ?? [])
    return {
      ...nameOf(row.schema, row.name),
      isView: row.type === 'VIEW',
      columns: (columns.get(place) ?? []).map((column) => columnOf(column, isMariadb)),
      ...keys,
      foreignKeys: foreignKeysOf(references.get(place) ?? [], nameOf),
      source: null,
    }
  })
  return { tables }
}

interface Wanted {
  readonly condition: string
  readonly values: readonly BoundValue[]
}

function wanted(schema: string | null, database: string, only?: readonly TableName[]): Wanted {
  const inSchema: Wanted =
    schema === null
      ? {
          condition: "t.TABLE_SCHEMA NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')",
          values: [],
        }
      : { condition: 't.TABLE_SCHEMA = ?', values: [schema] }
  if (only === undefined) return inSchema
  const pairs = only.map(() => '(t.TABLE_SCHEMA = ? AND t.TABLE_NAME = ?)')
  return {
    condition: `${inSchema.condition} AND (${pairs.join(' OR ') || 'FALSE'})`,
    values: [...inSchema.values, ...only.flatMap((table) => [table.schema ?? database, table.name])],
  }
}

function columnOf(row: DatabaseRow, isMariadb: boolean): RawColumn {
  const dbType = String(row.type)
  const extra = String(row.extra).toLowerCase()
  const autoIncrement = extra.includes('auto_increment')
  const generated = typeof row.generation === 'string' && row.generation !== ''
  const base = String(row.base).toLowerCase()
  // What an enumeration lists in parentheses are no sizes.
  const sizes = base === 'enum' || base === 'set' ? [] : readColumnType(dbType).sizes
  return {
    name: String(row.name),
    dbType,
    nullable: row.nullable === 'YES',
    default: autoIncrement || generated ? null : mysqlDefault(row.printed, extra, base, isMariadb),
    autoIncrement,
    generated,
    ...columnSizes({ base, sizes }),
    fixedLength: base === 'char' || base === 'binary',
    multibyte: false,
    attributes: {
      collation: typeof row.collation === 'string' ? row.collation : null,
      comment: typeof row.comment === 'string' ? row.comment : '',
    },
  }
}

/** Keys on a part of a text or on an expression are left out: they say nothing about the column as a whole. */
function keysOf(rows: readonly DatabaseRow[]): { primaryKey: string[]; uniques: RawKey[]; indexes: RawKey[] } {
  const keys: { primaryKey: string[]; uniques: RawKey[]; indexes: RawKey[] } = {
    primaryKey: [],
    uniques: [],
    indexes: [],
  }
  for (const parts of Map.groupBy(rows, ({ name }) => name).values()) {
    const [first] = parts
    if (first === undefined || parts.some(({ column, prefix }) => column === null || prefix !== null)) continue
    const key = { name: String(first.name), columns: parts.map(({ column }) => String(column)) }
    if (key.name === 'PRIMARY') keys.primaryKey = key.columns
    else if (Number(first.plain) === 0) keys.uniques.push(key)
    else keys.indexes.push(key)
  }
  return keys
}

function placeOf(schema: unknown, table: unknown): string {
  return JSON.stringify([schema, table])
}

function byTable(rows: readonly DatabaseRow[]): Map<string, DatabaseRow[]> {
  return Map.groupBy(rows, (row) => placeOf(row.schema, row.table))
}
