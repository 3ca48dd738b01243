import type {
  Catalog,
  RawColumn,
  RawDefault,
  RawForeignKey,
  RawKey,
  RawTable,
  TableName,
} from '@millwright/connector/engine/catalog'
import { type ColumnCheck, listedInCheck } from '@millwright/connector/engine/column-checks'
import { columnSizes, readColumnType } from '@millwright/connector/engine/column-type'
import { readDefault } from '@millwright/connector/engine/default-sql'
import type { Session } from '@millwright/connector/engine/engine'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import { defaultPostgresSchema } from './postgres-dialect.ts'

/** Reads the tables and views that the user may use; if `schema` is `null`, in all schemas but the system's. */
export async function introspectPostgres(
  session: Session,
  schema: string | null,
  only?: readonly TableName[],
): Promise<Catalog> {
  const names = only?.map((table) => [table.schema ?? defaultPostgresSchema, table.name]) ?? null
  const values = [schema, names === null ? null : JSON.stringify(names)]
  const rows = async (sql: string) => (await session.run({ sql, values })).rows
  const columns = byTable(await rows(postgresColumnQuery))
  const keys = byTable(await rows(keyQuery))
  const indexes = byTable(await rows(postgresIndexQuery))
  const tables = (await rows(postgresTableQuery)).map((row): RawTable => {
    const own = keys.get(row.oid) ?? []
    const ownIndexes = indexes.get(row.oid) ?? []
    return {
      ...tableName(row.schema, row.name),
      isView: row.is_view === true,
      ...(row.refuses_writes === true ? { refusesWrites: true } : {}),
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
    ...(generated && typeof row.printed === 'string' ? { generatedAs: row.printed } : {}),
    ...columnSizes(type),
    fixedLength: /^(?:character|"char"|bpchar)$/.test(type.base),
    multibyte: false,
    ...choicesOf(row, dbType),
    ...(typeof row.concerning === 'string' ? { checks: checksIn(row.concerning) } : {}),
    attributes: { collation: typeof row.collation === 'string' ? row.collation : null, comment: '' },
  }
}

/** The labels of an enumeration, or the list in a check of the column or its domain. */
function choicesOf(row: DatabaseRow, dbType: string): Pick<RawColumn, 'choices'> {
  const labels = namesIn(row.labels)
  if (labels.length > 0) return { choices: { values: labels, several: false, isType: true, inCase: true } }
  for (const check of namesIn(row.checks)) {
    const listed = listedInCheck(check)
    if (listed === null || (listed.column !== row.name && listed.column.toUpperCase() !== 'VALUE')) continue
    return { choices: { values: listed.values, several: false, isType: false, inCase: dbType !== 'citext' } }
  }
  return {}
}

/** PostgreSQL prints the type after a literal: `'new'::character varying`, `'-1'::integer`. */
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
  return { schema: schema === defaultPostgresSchema ? null : String(schema), name: String(name) }
}

function namesIn(json: unknown): string[] {
  const names: unknown = typeof json === 'string' ? JSON.parse(json) : []
  return Array.isArray(names) ? names.map(String) : []
}

/** Pairs of the name of a check and its definition. */
function checksIn(json: string): readonly ColumnCheck[] {
  const pairs: unknown = JSON.parse(json)
  return Array.isArray(pairs)
    ? pairs.map((pair: readonly unknown[]) => ({ name: String(pair[0]), definition: String(pair[1]) }))
    : []
}

function byTable(rows: readonly DatabaseRow[]): Map<unknown, DatabaseRow[]> {
  return Map.groupBy(rows, ({ oid }) => oid)
}

/**
 * Queries of PostgreSQL's catalog. $1 is the only schema to read, or null; $2 a JSON list of pairs of schema and table, or null.
 * Partitions are omitted, because their rows are those of their table.
 */
const wanted = `
  FROM pg_catalog.pg_class t
  JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace
  WHERE t.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT t.relispartition
    AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
    AND ($1::text IS NULL OR n.nspname = $1::text)
    AND ($2::json IS NULL OR EXISTS (
      SELECT FROM json_array_elements($2::json) AS pair WHERE pair ->> 0 = n.nspname AND pair ->> 1 = t.relname))
    AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(t.oid, 'SELECT, INSERT, UPDATE, DELETE')`

export const postgresTableQuery = `
  SELECT t.oid::text AS oid, n.nspname AS schema, t.relname AS name, t.relkind IN ('v', 'm') AS is_view,
    t.relkind IN ('v', 'm') AND pg_catalog.pg_relation_is_updatable(t.oid, true) & 28 = 0 AS refuses_writes,
    EXISTS (SELECT FROM pg_catalog.pg_rewrite r WHERE r.ev_class = t.oid AND r.ev_type = '3') AS rewrites_inserts ${wanted}
  ORDER BY n.nspname, t.relname`

/** Resolves domains to their base types. */
export const postgresColumnQuery = `
  WITH RECURSIVE wanted AS (SELECT t.oid ${wanted}),
  base AS (
    SELECT oid AS domain, typbasetype AS type, typtypmod AS mod, typnotnull AS strict FROM pg_catalog.pg_type WHERE typtype = 'd'
    UNION ALL
    SELECT b.domain, d.typbasetype, d.typtypmod, b.strict OR d.typnotnull
    FROM base b JOIN pg_catalog.pg_type d ON d.oid = b.type AND d.typtype = 'd')
  SELECT a.attrelid::text AS oid, a.attname AS name,
    COALESCE(pg_catalog.format_type(b.type, b.mod), pg_catalog.format_type(a.atttypid, a.atttypmod)) AS db_type,
    NOT (a.attnotnull OR COALESCE(b.strict, false)) AS nullable,
    pg_catalog.pg_get_expr(d.adbin, d.adrelid) AS printed,
    a.attidentity <> '' OR COALESCE(pg_catalog.pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%', false) AS is_auto,
    a.attgenerated <> '' AS is_generated,
    (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder)::text FROM pg_catalog.pg_enum e
      WHERE e.enumtypid = COALESCE(b.type, a.atttypid)) AS labels,
    (SELECT json_agg(pg_catalog.pg_get_constraintdef(c.oid))::text FROM pg_catalog.pg_constraint c
      WHERE c.contype = 'c' AND c.convalidated AND (c.contypid = a.atttypid
        OR (c.conrelid = a.attrelid AND c.conkey = ARRAY[a.attnum]))) AS checks,
    (SELECT json_agg(json_build_array(c.conname, pg_catalog.pg_get_constraintdef(c.oid)))::text FROM pg_catalog.pg_constraint c
      WHERE c.contype = 'c' AND (c.conrelid = a.attrelid AND a.attnum = ANY (c.conkey) OR c.contypid IN (
        SELECT x.oid FROM pg_catalog.pg_type x WHERE x.oid = a.atttypid
        UNION ALL SELECT x.typelem FROM pg_catalog.pg_type x WHERE x.oid = a.atttypid AND x.typcategory = 'A'
        UNION ALL SELECT e.type FROM base e WHERE e.domain = a.atttypid) AND c.contypid <> 0)) AS concerning,
    (SELECT pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.collname)
      FROM pg_catalog.pg_collation c JOIN pg_catalog.pg_namespace n ON n.oid = c.collnamespace
      WHERE c.oid = a.attcollation AND c.oid <> (SELECT x.typcollation FROM pg_catalog.pg_type x WHERE x.oid = a.atttypid)) AS collation
  FROM wanted w
  JOIN pg_catalog.pg_attribute a ON a.attrelid = w.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN base b ON b.domain = a.atttypid AND NOT EXISTS (SELECT FROM pg_catalog.pg_type x WHERE x.oid = b.type AND x.typtype = 'd')
  ORDER BY a.attrelid, a.attnum`

const namesOf = (relation: string, numbers: string) => `
  (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(${numbers}) WITH ORDINALITY AS k(number, place)
   JOIN pg_catalog.pg_attribute a ON a.attrelid = ${relation} AND a.attnum = k.number)::text`

export const keyQuery = `
  WITH wanted AS (SELECT t.oid ${wanted})
  SELECT c.conrelid::text AS oid, c.conname AS name, c.contype AS type, ${namesOf('c.conrelid', 'c.conkey')} AS columns,
    fn.nspname AS target_schema, f.relname AS target_name, ${namesOf('c.confrelid', 'c.confkey')} AS target_columns,
    c.confupdtype AS on_update, c.confdeltype AS on_delete
  FROM wanted w
  JOIN pg_catalog.pg_constraint c ON c.conrelid = w.oid AND c.contype IN ('p', 'u', 'f')
  LEFT JOIN pg_catalog.pg_class f ON f.oid = c.confrelid
  LEFT JOIN pg_catalog.pg_namespace fn ON fn.oid = f.relnamespace
  ORDER BY c.conrelid, c.oid`

/** Indexes on whole columns and all rows, without those that implement constraints. */
export const postgresIndexQuery = `
  WITH wanted AS (SELECT t.oid ${wanted})
  SELECT i.indrelid::text AS oid, c.relname AS name, i.indisunique AS is_unique,
    (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
     JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number WHERE k.place <= i.indnkeyatts)::text AS columns
  FROM wanted w
  JOIN pg_catalog.pg_index i ON i.indrelid = w.oid AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indisvalid
  JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
  WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
  ORDER BY i.indrelid, i.indexrelid`
