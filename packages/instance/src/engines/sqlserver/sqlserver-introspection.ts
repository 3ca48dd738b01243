import {
  type Catalog,
  foreignKeysOf,
  type RawColumn,
  type RawDefault,
  type RawKey,
  type RawTable,
  type TableName,
} from '@millwright/connector/engine/catalog'
import { readDefault } from '@millwright/connector/engine/default-sql'
import type { Session } from '@millwright/connector/engine/engine'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import { catalogType, defaultSchema } from './sqlserver-dialect.ts'

/** Reads the tables and views that the user can see; if `schema` is `null`, in all schemas. */
export async function introspectSqlServer(
  session: Session,
  schema: string | null,
  only?: readonly TableName[],
): Promise<Catalog> {
  const names = only?.map((table) => [table.schema ?? defaultSchema, table.name]) ?? null
  const values = [schema, names === null ? null : JSON.stringify(names)]
  const ask = async (sql: string) => (await session.run({ sql, values })).rows
  const columns = byTable(await ask(columnQuery))
  const indexes = byTable(await ask(indexQuery))
  const references = byTable(await ask(referenceQuery))
  const tables = (await ask(tableQuery)).map(
    (row): RawTable => ({
      ...tableName(row.schema, row.name),
      isView: String(row.kind).trim() === 'V',
      columns: (columns.get(row.oid) ?? []).map(columnOf),
      ...keysOf(indexes.get(row.oid) ?? []),
      foreignKeys: foreignKeysOf(references.get(row.oid) ?? [], tableName),
      source: null,
    }),
  )
  return { tables }
}

function columnOf(row: DatabaseRow): RawColumn {
  const type = catalogType(row)
  const autoIncrement = row.is_identity === true
  const generated = row.is_computed === true || type.dbType === 'timestamp' || type.dbType === 'rowversion'
  return {
    name: String(row.name),
    ...type,
    nullable: row.is_nullable === true,
    default: typeof row.printed === 'string' && !generated ? readSqlServerDefault(row.printed) : null,
    autoIncrement,
    generated,
    fixedLength: /^n?char\b|^binary\b/.test(type.dbType),
    multibyte: /^n(?:var)?char\b/.test(type.dbType),
    attributes: { collation: typeof row.collation === 'string' ? row.collation : null, comment: '' },
  }
}

/**
 * SQL Server stores defaults in parentheses, numbers in two pairs, and national texts with a prefix: `((1))`, `(N'new')`,
 * `(getdate())`.
 */
export function readSqlServerDefault(printed: string): RawDefault | null {
  let text = printed
  while (isWrapped(text)) text = text.slice(1, -1)
  return readDefault(/^N'/.test(text) ? text.slice(1) : text)
}

/** Whether the last parenthesis closes the first. */
function isWrapped(text: string): boolean {
  if (!text.startsWith('(')) return false
  let depth = 0
  for (const { 0: part, index } of text.matchAll(/'(?:[^']|'')*'|[()]/g)) {
    if (part === '(') depth += 1
    if (part === ')') depth -= 1
    if (depth === 0) return index === text.length - 1
  }
  return false
}

function keysOf(rows: readonly DatabaseRow[]): Pick<RawTable, 'primaryKey' | 'uniques' | 'indexes'> {
  const uniques: RawKey[] = []
  const indexes: RawKey[] = []
  let primaryKey: readonly string[] = []
  for (const parts of Map.groupBy(rows, ({ name }) => name).values()) {
    const [first] = parts
    if (first === undefined) continue
    const key = { name: String(first.name), columns: parts.map(({ column }) => String(column)) }
    if (first.is_primary_key === true) primaryKey = key.columns
    else if (first.is_unique === true) uniques.push(key)
    else indexes.push(key)
  }
  return { primaryKey, uniques, indexes }
}

function tableName(schema: unknown, name: unknown): TableName {
  return { schema: schema === defaultSchema ? null : String(schema), name: String(name) }
}

function byTable(rows: readonly DatabaseRow[]): Map<unknown, DatabaseRow[]> {
  return Map.groupBy(rows, ({ oid }) => oid)
}

/** Queries of SQL Server's catalog. @p1 is the only schema to read, or null; @p2 a JSON list of pairs of schema and table, or null. */
const wanted = `
  FROM sys.objects t JOIN sys.schemas n ON n.schema_id = t.schema_id
  WHERE t.type IN ('U', 'V') AND t.is_ms_shipped = 0 AND n.name NOT IN ('sys', 'INFORMATION_SCHEMA')
    AND (@p1 IS NULL OR n.name = @p1)
    AND (@p2 IS NULL OR EXISTS (SELECT 1 FROM OPENJSON(@p2) o
      WHERE JSON_VALUE(o.value, '$[0]') = n.name AND JSON_VALUE(o.value, '$[1]') = t.name))`

export const tableQuery = `SELECT t.object_id AS oid, n.name AS [schema], t.name, t.type AS kind ${wanted} ORDER BY n.name, t.name`

export const columnQuery = `
  SELECT c.object_id AS oid, c.name, ty.name AS type, c.max_length AS bytes, c.precision, c.scale, c.is_nullable, c.is_identity, c.is_computed,
    d.definition AS printed, c.collation_name AS collation
  FROM (SELECT t.object_id ${wanted}) w
  JOIN sys.columns c ON c.object_id = w.object_id
  JOIN sys.types ty ON ty.user_type_id = c.system_type_id OR (ty.user_type_id = c.user_type_id AND c.system_type_id = 240)
  LEFT JOIN sys.default_constraints d ON d.parent_object_id = c.object_id AND d.parent_column_id = c.column_id
  ORDER BY c.object_id, c.column_id`

/** Keys and indexes on whole columns and all rows, one row for each column. */
export const indexQuery = `
  SELECT i.object_id AS oid, i.name, i.is_unique, i.is_primary_key, c.name AS [column]
  FROM (SELECT t.object_id ${wanted}) w
  JOIN sys.indexes i ON i.object_id = w.object_id AND i.type IN (1, 2) AND i.has_filter = 0 AND i.is_disabled = 0
  JOIN sys.index_columns k ON k.object_id = i.object_id AND k.index_id = i.index_id AND k.is_included_column = 0
  JOIN sys.columns c ON c.object_id = k.object_id AND c.column_id = k.column_id
  ORDER BY i.object_id, i.index_id, k.key_ordinal`

export const referenceQuery = `
  SELECT f.parent_object_id AS oid, f.name, pc.name AS [column], rn.name AS target_schema, rt.name AS target, rc.name AS target_column,
    f.update_referential_action_desc AS on_update, f.delete_referential_action_desc AS on_delete
  FROM (SELECT t.object_id ${wanted}) w
  JOIN sys.foreign_keys f ON f.parent_object_id = w.object_id
  JOIN sys.foreign_key_columns k ON k.constraint_object_id = f.object_id
  JOIN sys.columns pc ON pc.object_id = k.parent_object_id AND pc.column_id = k.parent_column_id
  JOIN sys.columns rc ON rc.object_id = k.referenced_object_id AND rc.column_id = k.referenced_column_id
  JOIN sys.objects rt ON rt.object_id = f.referenced_object_id
  JOIN sys.schemas rn ON rn.schema_id = rt.schema_id
  ORDER BY f.parent_object_id, f.object_id, k.constraint_column_id`

export const routineQuery = `
  SELECT o.object_id AS oid, n.name AS [schema], o.name, o.type AS kind, p.name AS param, p.parameter_id AS place, p.is_output,
    p.has_default_value AS has_default, ty.name AS type, p.max_length AS bytes, p.precision, p.scale
  FROM sys.objects o
  JOIN sys.schemas n ON n.schema_id = o.schema_id
  LEFT JOIN sys.parameters p ON p.object_id = o.object_id
  LEFT JOIN sys.types ty ON ty.user_type_id = p.system_type_id
  WHERE o.type IN ('P', 'FN', 'IF', 'TF') AND o.is_ms_shipped = 0 AND (@p1 IS NULL OR n.name = @p1)
    AND HAS_PERMS_BY_NAME(QUOTENAME(n.name) + '.' + QUOTENAME(o.name), 'OBJECT', CASE WHEN o.type IN ('IF', 'TF') THEN 'SELECT' ELSE 'EXECUTE' END) = 1
  ORDER BY n.name, o.name, p.parameter_id`
