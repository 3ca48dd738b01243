import type {
  Catalog,
  RawColumn,
  RawForeignKey,
  RawKey,
  RawTable,
  TableName,
  TableSource,
} from '@millwright/connector/engine/catalog'
import { type ColumnCheck, listedInCheck, mentions } from '@millwright/connector/engine/column-checks'
import { columnSizes, readColumnType } from '@millwright/connector/engine/column-type'
import { readDefault } from '@millwright/connector/engine/default-sql'
import type { Session } from '@millwright/connector/engine/engine'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import { paced } from '../../platform/yielder.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { kindOfMoments, ownMoments, storedMoments } from './sqlite-moments.ts'
import { sqliteSimpleType } from './sqlite-types.ts'
import { clausesOf, itemOf, meaningful, nameIn, readTableText, tokensOf } from './table-text.ts'

export interface IntrospectedFile extends Session {
  /** The declared types of the columns that a query returns. */
  declaredTypes(sql: string): ReadonlyMap<string, string | null>
}

/** Reads the tables and views of a SQLite file. A broken view, such as one on a dropped table, has no columns. */
export async function introspectSqlite(session: IntrospectedFile, only?: readonly TableName[]): Promise<Catalog> {
  const all = async (sql: string, ...values: string[]) => (await session.run({ sql, values })).rows
  const wanted = only === undefined ? null : new Set(only.map(({ name }) => name.toLowerCase()))
  const everything = await all(tableList)
  const listed = everything.filter(({ name }) => wanted === null || wanted.has(text(name).toLowerCase()))
  const inBatches = async (found: readonly DatabaseRow[], sql: string) => {
    const rows: DatabaseRow[] = []
    for await (const names of paced(batchesOf(found.map(({ name }) => text(name))))) {
      for (const row of await all(sql, JSON.stringify(names))) rows.push(row)
    }
    return rows
  }
  const grouped = async (sql: string) => groupByTable(await inBatches(listed, sql))

  const columns = await grouped(columnsOfTables)
  const indexes = await grouped(indexList)
  const references = await grouped(referenceList)
  const sources = await grouped(sourceList)
  const keys = await inBatches(everything, keyList)
  const keysOf = new Map(keys.map(({ name, keys: own }) => [text(name).toLowerCase(), keyNames(own)]))

  const tables: RawTable[] = []
  for await (const { name: found, type, wr } of paced(listed)) {
    const name = text(found)
    const isView = type === 'view'
    const rows = isView ? await columnsOfView(session, name) : (columns.get(name) ?? [])
    const primaryKey = keysOf.get(name.toLowerCase()) ?? []
    const source = sourceOf(sources.get(name) ?? [])
    const checks = source === null || isView || !/check/i.test(source.sql) ? [] : checksIn(source.sql)
    const isComputed = rows.some(({ hidden }) => hidden === 2 || hidden === 3)
    const expressions = source === null || isView || !isComputed ? noExpressions : generatedIn(source.sql)
    tables.push({
      schema: null,
      name,
      isView,
      ...(isView && !source?.attached.some(({ kind }) => kind === 'trigger') ? { refusesWrites: true } : {}),
      columns: await withMoments(
        session,
        { name, isView, hasRowid: type === 'table' && wr !== 1 },
        rows
          .map((row) => columnOf(row, primaryKey, wr === 1))
          .map((column) => withExpression(withChecks(column, checks), expressions)),
      ),
      primaryKey,
      ...sqliteKeys(indexes.get(name) ?? []),
      foreignKeys: sqliteForeignKeys(name, references.get(name) ?? [], keysOf),
      source,
    })
  }
  return { tables }
}

const visible = `l.schema = 'main' AND l.type IN ('table', 'view', 'virtual') AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`
const tableList = `SELECT l.name, l.type, l.wr FROM pragma_table_list l WHERE ${visible} ORDER BY l.name`
/** Tables that are read with one query: a query for each table would prepare a statement each, one for all would delay other requests. */
const batch = 100
/** Names of a batch of tables and views. */
const tableNames = '(SELECT value FROM json_each(?))'
const tablesOnly = `(SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN ${tableNames})`
const columnsOfTables = `SELECT l.name AS "table", c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden
  FROM ${tablesOnly} l JOIN pragma_table_xinfo(l.name) c ORDER BY l.name, c.cid`
const indexList = `SELECT l.name AS "table", i.name, i."unique", i.origin, i.partial, c.name AS "column"
  FROM ${tablesOnly} l JOIN pragma_index_list(l.name) i JOIN pragma_index_info(i.name) c ORDER BY l.name, i.seq DESC, c.seqno`
const referenceList = `SELECT l.name AS "table", f.id, f."table" AS target, f."from", f."to", f.on_update, f.on_delete
  FROM ${tablesOnly} l JOIN pragma_foreign_key_list(l.name) f ORDER BY l.name, f.id DESC, f.seq`
const sourceList = `SELECT tbl_name AS "table", type, name AS object, sql FROM sqlite_schema
  WHERE tbl_name IN ${tableNames} AND sql IS NOT NULL ORDER BY rowid`
const keyList = `SELECT l.name, (SELECT json_group_array(name ORDER BY pk) FROM pragma_table_xinfo(l.name) WHERE pk > 0) AS keys
  FROM ${tablesOnly} l`

function* batchesOf(names: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < names.length; at += batch) yield names.slice(at, at + batch)
}

/** SQLite prints columns of views that come from columns without a type like those that come from BLOBs. */
async function columnsOfView(session: IntrospectedFile, view: string): Promise<DatabaseRow[]> {
  const sql = 'SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid'
  try {
    const { rows } = await session.run({ sql, values: [view] })
    if (rows.every(({ type }) => type !== 'BLOB')) return rows
    const declared = session.declaredTypes(`SELECT * FROM ${sqliteDialect.quote(view)}`)
    return rows.map((row) => (row.type === 'BLOB' ? { ...row, type: declared.get(text(row.name)) ?? '' } : row))
  } catch {
    return []
  }
}

/** The checks in a `CREATE TABLE`, of columns and of the table. */
function checksIn(sql: string): ColumnCheck[] {
  return (readTableText(sql)?.items ?? []).flatMap((item) => {
    const found = itemOf(item)
    if (found.kind !== 'column') return found.type === 'check' ? [checkIn(item)] : []
    return clausesOf(item).flatMap(({ word, text }) => (word === 'check' ? [checkIn(text)] : []))
  })
}

/** SQLite names a check without a name by its expression, or by the name in quotation marks with which that begins. */
function checkIn(definition: string): ColumnCheck {
  const [first, second, ...rest] = meaningful(tokensOf(definition))
  const group = [second, ...rest].find((token) => token?.kind === 'group')?.text ?? ''
  const expression = group.slice(1, -1).trim()
  const [start] = tokensOf(expression)
  const unnamed = start?.kind === 'name' || start?.kind === 'text' ? nameIn(start) : expression
  const isNamed = first?.text.toLowerCase() === 'constraint' && second !== undefined
  return { name: isNamed ? nameIn(second) : unnamed, definition: expression }
}

const noExpressions: ReadonlyMap<string, string> = new Map()

/** The expressions of generated columns in a `CREATE TABLE`, by lower-case name. */
function generatedIn(sql: string): ReadonlyMap<string, string> {
  const found = (readTableText(sql)?.items ?? []).flatMap((item) => {
    const column = itemOf(item)
    if (column.kind !== 'column') return []
    const clause = clausesOf(item).find(({ word }) => word === 'generated' || word === 'as')
    const expression = /^(?:generated\s+always\s+)?as\s*\((.*)\)\s*(?:stored|virtual)?$/is.exec(clause?.text ?? '')?.[1]
    return expression === undefined ? [] : [[column.name.toLowerCase(), expression.trim()] as const]
  })
  return new Map(found)
}

function withExpression(column: RawColumn, expressions: ReadonlyMap<string, string>): RawColumn {
  const generatedAs = column.generated ? expressions.get(column.name.toLowerCase()) : undefined
  return generatedAs === undefined ? column : { ...column, generatedAs }
}

function withChecks(column: RawColumn, checks: readonly ColumnCheck[]): RawColumn {
  const own = checks.filter(({ definition }) => mentions(definition, column.name))
  if (own.length === 0) return column
  const listed = own
    .map(({ definition }) => listedInCheck(definition))
    .find((each) => each?.column.toLowerCase() === column.name.toLowerCase())
  if (listed === undefined || listed === null) return { ...column, checks: own }
  return { ...column, checks: own, choices: { values: listed.values, several: false, isType: false, inCase: false } }
}

const sampledRows = 100

/** Looks at some rows of a table for the form of its dates. Those of views may come from several tables. */
async function withMoments(
  session: Session,
  { name, isView, hasRowid }: { readonly name: string; readonly isView: boolean; readonly hasRowid: boolean },
  columns: readonly RawColumn[],
): Promise<readonly RawColumn[]> {
  const kinds = new Map(
    columns.flatMap((column) => {
      const kind = kindOfMoments(sqliteSimpleType(column))
      return kind === null ? [] : [[column.name, kind] as const]
    }),
  )
  if (kinds.size === 0) return columns
  const { quote } = sqliteDialect
  const select = `SELECT ${[...kinds.keys()].map(quote).join(', ')} FROM ${quote(name)}`
  const first = isView ? [] : await rowsOrNone(session, `${select} LIMIT ${sampledRows}`)
  const isLong = hasRowid && first.length === sampledRows
  const last = isLong ? await rowsOrNone(session, `${select} ORDER BY rowid DESC LIMIT ${sampledRows}`) : []
  const rows = [...first, ...last]
  return columns.map((column) => {
    const kind = kinds.get(column.name)
    if (kind === undefined) return column
    const moments = isView
      ? { ...ownMoments, isMixed: true }
      : storedMoments(
          rows.map((row) => row[column.name]),
          kind,
        )
    return moments === undefined ? column : { ...column, moments }
  })
}

async function rowsOrNone(session: Session, sql: string): Promise<readonly DatabaseRow[]> {
  try {
    return (await session.run({ sql, values: [] })).rows
  } catch {
    return []
  }
}

function columnOf(row: DatabaseRow, primaryKey: readonly string[], withoutRowid: boolean): RawColumn {
  const name = text(row.name)
  const dbType = text(row.type).toLowerCase()
  const type = readColumnType(dbType)
  const isKey = primaryKey.includes(name)
  const autoIncrement = isKey && primaryKey.length === 1 && dbType === 'integer' && !withoutRowid
  const printed = row.dflt_value === null ? null : text(row.dflt_value)
  return {
    name,
    dbType,
    nullable: row.notnull === 0 && !isKey,
    default: readDefault(printed),
    autoIncrement,
    generated: row.hidden === 2 || row.hidden === 3,
    ...columnSizes(type),
    fixedLength: /^(?:national )?n?char(?:acter)?$/.test(type.base),
    multibyte: /^(?:n(?:var)?char|national )/.test(type.base),
  }
}

function sourceOf(rows: readonly DatabaseRow[]): TableSource | null {
  const tableRow = rows.find(({ type }) => type === 'table' || type === 'view')
  if (tableRow === undefined) return null
  const attached = rows.flatMap(({ type, object, sql }) =>
    type === 'index' || type === 'trigger' ? [{ kind: type, name: text(object), sql: text(sql) } as const] : [],
  )
  return { sql: text(tableRow.sql), attached }
}

function keyNames(keys: unknown): string[] {
  const names: unknown = JSON.parse(text(keys))
  return Array.isArray(names) ? names.map(text) : []
}

function groupByTable(rows: readonly DatabaseRow[]): Map<string, DatabaseRow[]> {
  return Map.groupBy(rows, (row) => text(row.table))
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : String(value)
}

/**
 * Keys of a table from the rows of its indexes, one for each column. Omits indexes on expressions or on some of the rows, because
 * they do not apply to whole columns.
 */
export function sqliteKeys(rows: readonly DatabaseRow[]): { uniques: RawKey[]; indexes: RawKey[] } {
  const uniques: RawKey[] = []
  const indexes: RawKey[] = []
  for (const columns of Map.groupBy(rows, ({ name }) => name).values()) {
    const [first] = columns
    if (first === undefined || first.origin === 'pk' || first.partial === 1) continue
    const names = columns.flatMap(({ column }) => (typeof column === 'string' ? [column] : []))
    if (names.length < columns.length) continue
    const key = { name: String(first.name), columns: names }
    if (first.unique === 1) uniques.push(key)
    else indexes.push(key)
  }
  return { uniques, indexes }
}

/**
 * Foreign keys of a table. `keysOf` has the primary keys by lower-case table name, the target of references without columns.
 * SQLite does not report names of foreign keys, so they get the names that other engines would generate.
 */
export function sqliteForeignKeys(
  table: string,
  rows: readonly DatabaseRow[],
  keysOf: ReadonlyMap<string, readonly string[]>,
): RawForeignKey[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((parts) => {
    const [first] = parts
    if (first === undefined) return []
    const target = String(first.target)
    const columns = parts.map(({ from }) => String(from))
    const named = parts.flatMap(({ to }) => (typeof to === 'string' ? [to] : []))
    return [
      {
        name: `fk_${table}_${columns.join('_')}`,
        columns,
        target: { schema: null, name: target },
        targetColumns: named.length === columns.length ? named : (keysOf.get(target.toLowerCase()) ?? []),
        onUpdate: String(first.on_update),
        onDelete: String(first.on_delete),
      },
    ]
  })
}
