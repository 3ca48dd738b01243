import type { Catalog, RawColumn, RawDefault, RawForeignKey, RawKey, RawTable, TableName } from '../catalog.ts'
import { columnSizes, readColumnType } from '../column-type.ts'
import { readDefault } from '../default-text.ts'
import type { Session } from '../engine.ts'
import type { DatabaseRow } from '../statement.ts'
import { columnQuery, indexQuery, keyQuery, tableQuery } from './postgres-catalog.ts'
import { defaultSchema } from './postgres-dialect.ts'

/** Reads the tables and views that the user may use; `schema` null: in all schemas but the system's. */
export async function introspectPostgres(
  session: Session,
  schema: string | null,
  only?: readonly TableName[],
): Promise<Catalog> {
  const names = only?.map((table) => [table.schema ?? defaultSchema, table.name]) ?? null
  const values = [schema, names === null ? null : JSON.stringify(names)]
  const rows = async (sql: string) => (await session.run({ sql, values })).rows
  const columns = byTable(await rows(columnQuery))
  const keys = byTable(await rows(keyQuery))
  const indexes = byTable(await rows(indexQuery))
  const tables = (await rows(tableQuery)).map((row): RawTable => {
    const own = keys.get(row.oid) ?? []
    const ownIndexes = indexes.get(row.oid) ?? []
    return {
      ...tableName(row.schema, row.name),
      isView: row.is_view === true,
      ...(row.rewrites_inserts === true ? { rewritesInserts: true } : {}),
      columns: (columns.get(row.oid) ?? []).map(columnOf),
      primaryKey: namesIn(own.find(({ type }) => type === 'p')?.columns),
      uniques: [
        ...own.filter(({ type }) => type === 'u'),
        ...ownIndexes.filter((index) => index.is_unique === true),
      ].map(keyOf),
      indexes: ownIndexes.filter((index) => index.is_unique !== true).map(keyOf),
      foreignKeys: own.filter(({ type }) => type === 'f').map(foreignKeyOf),
      source: null,
    }
  })
  return { tables }
}

function columnOf(row: DatabaseRow): RawColumn {
  const dbType = String(row.db_type)
  const type = readColumnType(dbType)
  const autoIncrement = row.is_auto === true
  const generated = row.is_generated === true
  return {
    name: String(row.name),
    dbType,
    nullable: row.nullable === true,
    default: autoIncrement || generated || typeof row.printed !== 'string' ? null : postgresDefault(row.printed),
    autoIncrement,
    generated,
    ...columnSizes(type),
    fixedLength: /^(?:character|"char"|bpchar)$/.test(type.base),
    multibyte: false,
    attributes: { collation: typeof row.collation === 'string' ? row.collation : null, comment: '' },
  }
}

/** PostgreSQL prints the type behind a literal: `'new'::character varying`, `'-1'::integer`. */
export function postgresDefault(printed: string): RawDefault | null {
  const bare =
    /^((?:'(?:[^']|'')*'|-?[0-9.]+|\(-?[0-9.]+\)|NULL|true|false))::[a-z0-9_ ."]+(?:\([0-9, ]*\))?(?:\[\])?$/is.exec(
      printed,
    )?.[1]
  if (bare === undefined) return readDefault(printed)
  return readDefault(bare.startsWith('(') ? bare.slice(1, -1) : bare)
}

const actions: Readonly<Record<string, string>> = {
  a: 'NO ACTION',
  r: 'RESTRICT',
  c: 'CASCADE',
  n: 'SET NULL',
  d: 'SET DEFAULT',
}

function foreignKeyOf(row: DatabaseRow): RawForeignKey {
  return {
    ...keyOf(row),
    target: tableName(row.target_schema, row.target_name),
    targetColumns: namesIn(row.target_columns),
    onUpdate: actions[String(row.on_update)] ?? null,
    onDelete: actions[String(row.on_delete)] ?? null,
  }
}

function keyOf(row: DatabaseRow): RawKey {
  return { name: String(row.name), columns: namesIn(row.columns) }
}

function tableName(schema: unknown, name: unknown): TableName {
  return { schema: schema === defaultSchema ? null : String(schema), name: String(name) }
}

function namesIn(json: unknown): string[] {
  const names: unknown = typeof json === 'string' ? JSON.parse(json) : []
  return Array.isArray(names) ? names.map(String) : []
}

function byTable(rows: readonly DatabaseRow[]): Map<unknown, DatabaseRow[]> {
  return Map.groupBy(rows, ({ oid }) => oid)
}
