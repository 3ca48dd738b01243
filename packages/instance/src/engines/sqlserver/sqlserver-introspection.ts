import type { Catalog, RawColumn, RawDefault, RawKey, RawTable, TableName } from '../catalog.ts'
import { readDefault } from '../default-text.ts'
import type { Session } from '../engine.ts'
import { foreignKeysOf } from '../foreign-key-rows.ts'
import type { DatabaseRow } from '../statement.ts'
import { columnQuery, indexQuery, referenceQuery, tableQuery } from './sqlserver-catalog.ts'
import { defaultSchema } from './sqlserver-dialect.ts'
import { sqlServerType } from './sqlserver-type.ts'

/** Reads the tables and views that the user can see; `schema` null: in all schemas. */
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
  const type = sqlServerType(row)
  const autoIncrement = row.is_identity === true
  const generated = row.is_computed === true || type.dbType === 'timestamp' || type.dbType === 'rowversion'
  return {
    name: String(row.name),
    ...type,
    nullable: row.is_nullable === true,
    default: typeof row.printed === 'string' && !generated ? sqlServerDefault(row.printed) : null,
    autoIncrement,
    generated,
    fixedLength: /^n?char\b|^binary\b/.test(type.dbType),
    multibyte: /^n(?:var)?char\b/.test(type.dbType),
    attributes: { collation: typeof row.collation === 'string' ? row.collation : null, comment: '' },
  }
}

/** SQL Server keeps defaults in parentheses, numbers in two pairs, and marks national texts: `((1))`, `(N'new')`, `(getdate())`. */
export function sqlServerDefault(printed: string): RawDefault | null {
  let text = printed
  while (isWrapped(text)) text = text.slice(1, -1)
  return readDefault(/^N'/.test(text) ? text.slice(1) : text)
}

/** Whether the first parenthesis is closed by the last. */
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
