import {
  type Catalog,
  foreignKeysOf,
  type RawColumn,
  type RawKey,
  type RawTable,
  type TableName,
} from '@millwright/connector/engine/catalog'
import { readDefault } from '@millwright/connector/engine/default-sql'
import type { Session } from '@millwright/connector/engine/engine'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import { firebirdCatalogType } from './firebird-dialect.ts'

/** Reads tables and views. Names that the catalog pads with spaces are trimmed in the queries. */
export async function introspectFirebird(session: Session, only?: readonly TableName[]): Promise<Catalog> {
  const ask = async (sql: string) => (await session.run({ sql, values: [] })).rows
  const wanted = only === undefined ? null : new Set(only.map(({ name }) => name))
  const columns = byTable(await ask(columnQuery))
  const keys = byTable(await ask(keyQuery))
  const references = byTable(await ask(referenceQuery))
  const tables = (await ask(tableQuery))
    .filter(({ name }) => wanted === null || wanted.has(String(name)))
    .map((row): RawTable => {
      const own = keysOf(keys.get(row.name) ?? [])
      return {
        schema: null,
        name: String(row.name),
        isView: row.is_view === 1,
        columns: (columns.get(row.name) ?? []).map(columnOf),
        primaryKey: own.find(({ kind }) => kind === 'PRIMARY KEY')?.columns ?? [],
        uniques: own.filter(({ kind, isUnique }) => kind === 'UNIQUE' || (kind === null && isUnique)),
        indexes: own.filter(({ kind, isUnique }) => kind === null && !isUnique),
        foreignKeys: foreignKeysOf(references.get(row.name) ?? [], (_, name) => ({ schema: null, name: String(name) })),
        source: null,
      }
    })
  return { tables }
}

function columnOf(row: DatabaseRow): RawColumn {
  const type = firebirdCatalogType(row)
  const autoIncrement = row.is_identity === 1
  const generated = row.is_computed === 1
  const printed = typeof row.printed === 'string' ? row.printed.replace(/^\s*default\s+/i, '') : null
  return {
    name: String(row.name),
    ...type,
    nullable: row.is_nullable === 1,
    default: autoIncrement || generated ? null : readDefault(printed),
    autoIncrement,
    generated,
    fixedLength: type.dbType.startsWith('CHAR'),
    multibyte: type.length !== null,
  }
}

interface FoundKey extends RawKey {
  readonly kind: string | null
  readonly isUnique: boolean
}

function keysOf(rows: readonly DatabaseRow[]): FoundKey[] {
  return [...Map.groupBy(rows, ({ name }) => String(name))].map(([name, parts]) => ({
    name,
    columns: parts.map(({ column }) => String(column)),
    kind: typeof parts[0]?.kind === 'string' ? parts[0].kind : null,
    isUnique: parts[0]?.is_unique === 1,
  }))
}

function byTable(rows: readonly DatabaseRow[]): Map<unknown, DatabaseRow[]> {
  return Map.groupBy(rows, ({ table }) => table)
}

const tableQuery = `SELECT TRIM(TRAILING FROM RDB$RELATION_NAME) AS "name", IIF(RDB$VIEW_BLR IS NULL, 0, 1) AS "is_view"
  FROM RDB$RELATIONS WHERE COALESCE(RDB$SYSTEM_FLAG, 0) = 0 ORDER BY 1`

const columnQuery = `SELECT TRIM(TRAILING FROM c.RDB$RELATION_NAME) AS "table", TRIM(TRAILING FROM c.RDB$FIELD_NAME) AS "name",
    f.RDB$FIELD_TYPE AS "type", f.RDB$FIELD_SUB_TYPE AS "sub_type", f.RDB$FIELD_LENGTH AS "bytes", f.RDB$CHARACTER_LENGTH AS "characters",
    f.RDB$FIELD_PRECISION AS "precision", f.RDB$FIELD_SCALE AS "scale",
    IIF(COALESCE(c.RDB$NULL_FLAG, f.RDB$NULL_FLAG, 0) = 1, 0, 1) AS "is_nullable", IIF(c.RDB$IDENTITY_TYPE IS NULL, 0, 1) AS "is_identity",
    IIF(f.RDB$COMPUTED_BLR IS NULL, 0, 1) AS "is_computed",
    CAST(SUBSTRING(COALESCE(c.RDB$DEFAULT_SOURCE, f.RDB$DEFAULT_SOURCE) FROM 1 FOR 2000) AS VARCHAR(2000)) AS "printed"
  FROM RDB$RELATION_FIELDS c JOIN RDB$FIELDS f ON f.RDB$FIELD_NAME = c.RDB$FIELD_SOURCE
  WHERE COALESCE(c.RDB$SYSTEM_FLAG, 0) = 0 ORDER BY c.RDB$RELATION_NAME, c.RDB$FIELD_POSITION`

/** Unique constraints and indexes on whole columns, one row for each column; foreign keys are read separately. */
const keyQuery = `SELECT TRIM(TRAILING FROM i.RDB$RELATION_NAME) AS "table", TRIM(TRAILING FROM COALESCE(k.RDB$CONSTRAINT_NAME, i.RDB$INDEX_NAME)) AS "name",
    TRIM(TRAILING FROM k.RDB$CONSTRAINT_TYPE) AS "kind", COALESCE(i.RDB$UNIQUE_FLAG, 0) AS "is_unique", TRIM(TRAILING FROM s.RDB$FIELD_NAME) AS "column"
  FROM RDB$INDICES i JOIN RDB$INDEX_SEGMENTS s ON s.RDB$INDEX_NAME = i.RDB$INDEX_NAME
  LEFT JOIN RDB$RELATION_CONSTRAINTS k ON k.RDB$INDEX_NAME = i.RDB$INDEX_NAME
  WHERE COALESCE(i.RDB$SYSTEM_FLAG, 0) = 0 AND i.RDB$FOREIGN_KEY IS NULL ORDER BY i.RDB$INDEX_ID, i.RDB$INDEX_NAME, s.RDB$FIELD_POSITION`

const referenceQuery = `SELECT TRIM(TRAILING FROM k.RDB$RELATION_NAME) AS "table", TRIM(TRAILING FROM k.RDB$CONSTRAINT_NAME) AS "name",
    TRIM(TRAILING FROM s.RDB$FIELD_NAME) AS "column", TRIM(TRAILING FROM t.RDB$RELATION_NAME) AS "target", TRIM(TRAILING FROM ts.RDB$FIELD_NAME) AS "target_column",
    TRIM(TRAILING FROM r.RDB$UPDATE_RULE) AS "on_update", TRIM(TRAILING FROM r.RDB$DELETE_RULE) AS "on_delete"
  FROM RDB$RELATION_CONSTRAINTS k JOIN RDB$REF_CONSTRAINTS r ON r.RDB$CONSTRAINT_NAME = k.RDB$CONSTRAINT_NAME
  JOIN RDB$RELATION_CONSTRAINTS t ON t.RDB$CONSTRAINT_NAME = r.RDB$CONST_NAME_UQ
  JOIN RDB$INDEX_SEGMENTS s ON s.RDB$INDEX_NAME = k.RDB$INDEX_NAME
  JOIN RDB$INDEX_SEGMENTS ts ON ts.RDB$INDEX_NAME = t.RDB$INDEX_NAME AND ts.RDB$FIELD_POSITION = s.RDB$FIELD_POSITION
  ORDER BY k.RDB$CONSTRAINT_NAME, s.RDB$FIELD_POSITION`
