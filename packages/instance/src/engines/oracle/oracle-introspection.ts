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
import { oracleCatalogType } from './oracle-dialect.ts'

/** Reads the tables and views of the session's schema. */
export async function introspectOracle(session: Session, only?: readonly TableName[]): Promise<Catalog> {
  const ask = async (sql: string) => (await session.run({ sql, values: [] })).rows
  const wanted = only === undefined ? null : new Set(only.map(({ name }) => name))
  const columns = byTable(await ask(columnQuery))
  const keys = byTable(await ask(keyQuery))
  const indexes = byTable(await ask(indexQuery))
  const references = byTable(await ask(referenceQuery))
  const tables = (await ask(tableQuery))
    .filter(({ name }) => wanted === null || wanted.has(String(name)))
    .map((row): RawTable => {
      const own = keysOf(keys.get(row.name) ?? [])
      const further = keysOf(indexes.get(row.name) ?? [])
      return {
        schema: null,
        name: String(row.name),
        isView: row.is_view === 1,
        columns: (columns.get(row.name) ?? []).map(columnOf),
        primaryKey: own.find(({ kind }) => kind === 'P')?.columns ?? [],
        uniques: [...own.filter(({ kind }) => kind === 'U'), ...further.filter(({ kind }) => kind === 'UNIQUE')],
        indexes: further.filter(({ kind }) => kind !== 'UNIQUE'),
        foreignKeys: foreignKeysOf(references.get(row.name) ?? [], (_, name) => ({ schema: null, name: String(name) })),
        source: null,
      }
    })
  return { tables }
}

function columnOf(row: DatabaseRow): RawColumn {
  const type = oracleCatalogType(row)
  const autoIncrement = row.is_identity === 'YES'
  const generated = row.is_virtual === 'YES'
  return {
    name: String(row.name),
    ...type,
    nullable: row.nullable === 'Y',
    default: autoIncrement || generated ? null : readDefault(typeof row.printed === 'string' ? row.printed : null),
    autoIncrement,
    generated,
    fixedLength: /^N?CHAR\b/.test(type.dbType),
    multibyte: /CHAR/.test(type.dbType),
  }
}

interface FoundKey extends RawKey {
  readonly kind: string
}

function keysOf(rows: readonly DatabaseRow[]): FoundKey[] {
  return [...Map.groupBy(rows, ({ name }) => String(name))].map(([name, parts]) => ({
    name,
    columns: parts.map(({ column }) => String(column)),
    kind: String(parts[0]?.kind),
  }))
}

function byTable(rows: readonly DatabaseRow[]): Map<unknown, DatabaseRow[]> {
  return Map.groupBy(rows, ({ table }) => table)
}

const schema = "SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA')"

/** Excludes the recycle bin, nested tables and the internals of indexes. */
const tableQuery = `SELECT TABLE_NAME AS "name", 0 AS "is_view" FROM ALL_TABLES
    WHERE OWNER = ${schema} AND NESTED = 'NO' AND SECONDARY = 'N' AND DROPPED = 'NO'
  UNION ALL SELECT VIEW_NAME, 1 FROM ALL_VIEWS WHERE OWNER = ${schema} ORDER BY 1`

const columnQuery = `SELECT TABLE_NAME AS "table", COLUMN_NAME AS "name", DATA_TYPE AS "type", DATA_LENGTH AS "bytes", CHAR_LENGTH AS "characters",
    CHAR_USED AS "counts", DATA_PRECISION AS "precision", DATA_SCALE AS "scale", NULLABLE AS "nullable", IDENTITY_COLUMN AS "is_identity",
    VIRTUAL_COLUMN AS "is_virtual", DATA_DEFAULT AS "printed"
  FROM ALL_TAB_COLS WHERE OWNER = ${schema} AND HIDDEN_COLUMN = 'NO' ORDER BY TABLE_NAME, COLUMN_ID`

const keyQuery = `SELECT k.TABLE_NAME AS "table", k.CONSTRAINT_NAME AS "name", k.CONSTRAINT_TYPE AS "kind", c.COLUMN_NAME AS "column"
  FROM ALL_CONSTRAINTS k JOIN ALL_CONS_COLUMNS c ON c.OWNER = k.OWNER AND c.CONSTRAINT_NAME = k.CONSTRAINT_NAME
  WHERE k.OWNER = ${schema} AND k.CONSTRAINT_TYPE IN ('P', 'U') ORDER BY k.TABLE_NAME, k.CONSTRAINT_NAME, c.POSITION`

/** Only indexes on whole columns, excluding those of keys. */
const indexQuery = `SELECT i.TABLE_NAME AS "table", i.INDEX_NAME AS "name", i.UNIQUENESS AS "kind", c.COLUMN_NAME AS "column"
  FROM ALL_INDEXES i JOIN ALL_IND_COLUMNS c ON c.INDEX_OWNER = i.OWNER AND c.INDEX_NAME = i.INDEX_NAME
  WHERE i.TABLE_OWNER = ${schema} AND i.INDEX_TYPE = 'NORMAL' AND NOT EXISTS (
    SELECT 1 FROM ALL_CONSTRAINTS k WHERE k.OWNER = i.TABLE_OWNER AND k.TABLE_NAME = i.TABLE_NAME AND k.INDEX_NAME = i.INDEX_NAME)
  ORDER BY i.TABLE_NAME, i.INDEX_NAME, c.COLUMN_POSITION`

/** Foreign keys into other schemas refer to tables that are not described, so they are excluded. */
const referenceQuery = `SELECT k.TABLE_NAME AS "table", k.CONSTRAINT_NAME AS "name", c.COLUMN_NAME AS "column", t.TABLE_NAME AS "target",
    t.COLUMN_NAME AS "target_column", CAST('NO ACTION' AS VARCHAR2(9)) AS "on_update", k.DELETE_RULE AS "on_delete"
  FROM ALL_CONSTRAINTS k JOIN ALL_CONS_COLUMNS c ON c.OWNER = k.OWNER AND c.CONSTRAINT_NAME = k.CONSTRAINT_NAME
  JOIN ALL_CONS_COLUMNS t ON t.OWNER = k.R_OWNER AND t.CONSTRAINT_NAME = k.R_CONSTRAINT_NAME AND t.POSITION = c.POSITION
  WHERE k.OWNER = ${schema} AND k.R_OWNER = k.OWNER AND k.CONSTRAINT_TYPE = 'R' ORDER BY k.CONSTRAINT_NAME, c.POSITION`
