import type {
  Catalog,
  RawColumn,
  RawForeignKey,
  RawKey,
  RawTable,
  TableName,
} from '@millwright/connector/engine/catalog'
import { columnSizes, readColumnType } from '@millwright/connector/engine/column-type'
import type { Session } from '@millwright/connector/engine/engine'
import type { BoundValue, DatabaseRow } from '@millwright/connector/engine/statement'
import { defaultPostgresSchema } from '../postgres/postgres-dialect.ts'
import { postgresDefault } from '../postgres/postgres-introspection.ts'

/**
 * Reads the tables and views that the user may use; if `schema` is `null`, in all schemas but the system's. Asks only what the
 * catalogue of PostgreSQL 8.0 has, on which Redshift's is based, and only functions of the leader node. Views that are bound late
 * have no columns there, and are left out.
 */
export async function introspectRedshift(
  session: Session,
  schema: string | null,
  only?: readonly TableName[],
): Promise<Catalog> {
  const values: BoundValue[] = [schema]
  const bind = (value: string) => `$${values.push(value)}`
  const named = only?.map(
    (table) => `n.nspname = ${bind(table.schema ?? defaultPostgresSchema)} AND t.relname = ${bind(table.name)}`,
  )
  const wanted =
    named === undefined ? from : `${from} AND (${named.map((each) => `(${each})`).join(' OR ') || '1 = 0'})`
  const rows = async (sql: string) => (await session.run({ sql, values })).rows
  const columns = byTable(await rows(columnQuery(wanted)))
  const keys = byTable(await rows(keyQuery(wanted)))
  const tables = (await rows(tableQuery(wanted))).flatMap((row): RawTable[] => {
    const own = keys.get(row.oid) ?? []
    const listed = (columns.get(row.oid) ?? []).map(columnOf)
    if (listed.length === 0) return []
    const table: RawTable = {
      ...tableName(row.schema, row.name),
      isView: row.kind === 'v',
      ...(row.kind === 'v' ? { refusesWrites: true } : {}),
      columns: listed,
      primaryKey: own.filter(({ type }) => type === 'p').flatMap((key) => keyOf(key).columns),
      uniques: own.filter(({ type }) => type === 'u').map(keyOf),
      indexes: [],
      foreignKeys: own.filter(({ type }) => type === 'f').map(foreignKeyOf),
      source: null,
    }
    return [table]
  })
  return { tables }
}

function columnOf(row: DatabaseRow): RawColumn {
  const dbType = String(row.db_type)
  const type = readColumnType(dbType)
  const printed = typeof row.printed === 'string' ? row.printed : null
  const autoIncrement = printed !== null && /^"?(?:default_)?identity"?\(/.test(printed)
  return {
    name: String(row.name),
    dbType,
    nullable: row.strict !== true,
    default: autoIncrement || printed === null ? null : postgresDefault(printed),
    autoIncrement,
    generated: false,
    ...columnSizes(type),
    fixedLength: /^(?:character|bpchar)$/.test(type.base),
    multibyte: false,
    attributes: { collation: null, comment: '' },
  }
}

function foreignKeyOf(row: DatabaseRow): RawForeignKey {
  const [, target] = lists(row.printed)
  return {
    ...keyOf(row),
    target: tableName(row.target_schema, row.target_name),
    targetColumns: target ?? [],
    onUpdate: null,
    onDelete: null,
  }
}

function keyOf(row: DatabaseRow): RawKey {
  return { name: String(row.name), columns: lists(row.printed)[0] ?? [] }
}

/** The lists of columns in `FOREIGN KEY (a, "b c") REFERENCES t(x, y)`, in order: without functions for arrays, only this text tells it. */
function lists(printed: unknown): string[][] {
  const text = String(printed)
  return [...text.matchAll(/\(((?:"(?:[^"]|"")*"|[^()"])*)\)/g)].map(([, inner = '']) =>
    [...inner.matchAll(/"((?:[^"]|"")*)"|[^\s,"]+/g)].map(([whole, quoted]) => quoted?.replaceAll('""', '"') ?? whole),
  )
}

function tableName(schema: unknown, name: unknown): TableName {
  return { schema: schema === defaultPostgresSchema ? null : String(schema), name: String(name) }
}

function byTable(rows: readonly DatabaseRow[]): Map<unknown, DatabaseRow[]> {
  return Map.groupBy(rows, ({ oid }) => oid)
}

const whole = "quote_ident(n.nspname) || '.' || quote_ident(t.relname)"
const may = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'].map((right) => `has_table_privilege(${whole}, '${right}')`)

/** $1 is the only schema to read, or null. */
const from = `
  FROM pg_catalog.pg_class t
  JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace
  WHERE t.relkind IN ('r', 'v') AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
    AND ($1::varchar IS NULL OR n.nspname = $1::varchar)
    AND has_schema_privilege(n.nspname, 'USAGE') AND (${may.join(' OR ')})`

const tableQuery = (wanted: string) => `
  SELECT t.oid AS oid, n.nspname AS schema, t.relname AS name, t.relkind AS kind ${wanted}
  ORDER BY n.nspname, t.relname`

const columnQuery = (wanted: string) => `
  SELECT a.attrelid AS oid, a.attname AS name, pg_catalog.format_type(a.atttypid, a.atttypmod) AS db_type,
    a.attnotnull AS strict, pg_catalog.pg_get_expr(d.adbin, d.adrelid) AS printed
  FROM (SELECT t.oid ${wanted}) w
  JOIN pg_catalog.pg_attribute a ON a.attrelid = w.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  ORDER BY a.attrelid, a.attnum`

const keyQuery = (wanted: string) => `
  SELECT c.conrelid AS oid, c.conname AS name, c.contype AS type, pg_catalog.pg_get_constraintdef(c.oid) AS printed,
    fn.nspname AS target_schema, f.relname AS target_name
  FROM (SELECT t.oid ${wanted}) w
  JOIN pg_catalog.pg_constraint c ON c.conrelid = w.oid AND c.contype IN ('p', 'u', 'f')
  LEFT JOIN pg_catalog.pg_class f ON f.oid = c.confrelid
  LEFT JOIN pg_catalog.pg_namespace fn ON fn.oid = f.relnamespace
  ORDER BY c.conrelid, c.oid`
