import { isDeepStrictEqual } from 'node:util'
import {
  type Catalog,
  foreignKeysOf,
  type RawColumn,
  type RawDefault,
  type RawKey,
  type RawTable,
  type TableName,
} from '@millwright/connector/engine/catalog'
import { enumMembers, listedInCheck, mentions } from '@millwright/connector/engine/column-checks'
import { columnSizes, readColumnType } from '@millwright/connector/engine/column-type'
import { readDefault } from '@millwright/connector/engine/default-sql'
import type { Session } from '@millwright/connector/engine/engine'
import type { BoundValue, DatabaseRow } from '@millwright/connector/engine/statement'
import type { MysqlSettings } from './mysql-connect.ts'

/** Reads the tables and views that the user can see; if `schema` is `null`, in all schemas but the server's own. */
export async function introspectMysql(
  session: Session,
  { schema, database }: Pick<MysqlSettings, 'schema' | 'database'>,
  only?: readonly TableName[],
): Promise<Catalog> {
  const { condition, values } = wanted(schema, database, only)
  const ask = async (sql: string) => (await session.run({ sql: sql.replace('{wanted}', condition), values })).rows
  const version = await session.run({ sql: 'SELECT VERSION() AS version, DATABASE() AS current', values: [] })
  const isMariadb = /mariadb/i.test(String(version.rows[0]?.version))
  // The server may store names in a different case.
  const current = String(version.rows[0]?.current ?? database)
  const columns = byTable(await ask(mysqlColumnQuery))
  const indexes = byTable(await ask(mysqlIndexQuery))
  const references = byTable(await ask(mysqlReferenceQuery))
  const checks = byTable(await checksOf(isMariadb, ask))
  const nameOf = (schemaName: unknown, name: unknown): TableName => ({
    schema: schemaName === current ? null : String(schemaName),
    name: String(name),
  })
  const listed = await ask(mysqlTableQuery)
  // Servers look at every table for this, so it is only asked where there are views.
  const fixed = listed.some(({ type }) => type === 'VIEW') ? await ask(fixedViewQuery) : []
  const readOnly = new Set(fixed.map((row) => placeOf(row.schema, row.name)))
  const isPartitioned = listed.some(({ options }) => /partitioned/i.test(String(options)))
  const partitions = byTable(isPartitioned ? await ask(partitionQuery) : [])
  const tables = listed.map((row): RawTable => {
    const place = placeOf(row.schema, row.name)
    const keys = keysOf(indexes.get(place) ?? [])
    const foreignKeys = foreignKeysOf(references.get(place) ?? [], nameOf)
    const serves = ({ columns: own }: RawKey) => foreignKeys.some((key) => isDeepStrictEqual(key.columns, own))
    return {
      ...nameOf(row.schema, row.name),
      isView: row.type === 'VIEW',
      ...(readOnly.has(place) ? { refusesWrites: true } : {}),
      columns: (columns.get(place) ?? []).map((column) => ({
        ...columnOf(column, isMariadb),
        ...choicesOf(column, checks.get(place) ?? []),
        ...checksOn(column, checks.get(place) ?? []),
        ...((partitions.get(place) ?? []).some(({ by }) => mentions(String(by), String(column.name)))
          ? { partitions: true as const }
          : {}),
      })),
      ...keys,
      indexes: keys.indexes.map((index) => (serves(index) ? { ...index, servesReference: true } : index)),
      foreignKeys,
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
  // The parentheses of an enumeration do not contain sizes.
  const sizes = base === 'enum' || base === 'set' ? [] : readColumnType(dbType).sizes
  return {
    name: String(row.name),
    dbType,
    nullable: row.nullable === 'YES',
    default: autoIncrement || generated ? null : mysqlDefault(row.printed, extra, base, isMariadb),
    autoIncrement,
    generated,
    ...(generated ? { generatedAs: String(row.generation) } : {}),
    ...columnSizes({ base, sizes }),
    fixedLength: base === 'char' || base === 'binary',
    multibyte: false,
    attributes: {
      collation: typeof row.collation === 'string' ? row.collation : null,
      comment: typeof row.comment === 'string' ? row.comment : '',
    },
  }
}

/** The members of ENUM and SET, or the list in a check. */
function choicesOf(row: DatabaseRow, checks: readonly DatabaseRow[]): Pick<RawColumn, 'choices'> {
  const base = String(row.base).toLowerCase()
  if (base === 'enum' || base === 'set') {
    const values = enumMembers(String(row.type))
    return { choices: { values, several: base === 'set', isType: true, emptyIsUnknown: true, inCase: false } }
  }
  const listed = checks
    .map(({ check }) => listedInCheck(String(check)))
    .find((each) => each?.column.toLowerCase() === String(row.name).toLowerCase())
  return listed === undefined || listed === null
    ? {}
    : { choices: { values: listed.values, several: false, isType: false, inCase: false } }
}

function checksOn({ name }: DatabaseRow, checks: readonly DatabaseRow[]): Pick<RawColumn, 'checks'> {
  const own = checks.filter(({ check }) => mentions(String(check), String(name)))
  return own.length === 0
    ? {}
    : { checks: own.map((each) => ({ name: String(each.name), definition: String(each.check) })) }
}

/** Servers before MySQL 8.0.16 and MariaDB 10.2 have no checks. */
async function checksOf(
  isMariadb: boolean,
  ask: (sql: string) => Promise<readonly DatabaseRow[]>,
): Promise<readonly DatabaseRow[]> {
  try {
    return await ask(isMariadb ? mariadbCheckQuery : mysqlCheckQuery)
  } catch {
    return []
  }
}

/** Omits keys on a prefix of a text or on an expression, because they do not apply to whole columns. */
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

/**
 * Queries of the information schema: {schemas} is a condition on TABLE_SCHEMA, {tables} one on schema and table; both contain
 * placeholders.
 */
export const mysqlTableQuery = `
  SELECT t.TABLE_SCHEMA AS \`schema\`, t.TABLE_NAME AS name, t.TABLE_TYPE AS type, t.CREATE_OPTIONS AS options
  FROM information_schema.TABLES t
  WHERE {wanted} AND t.TABLE_TYPE IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED')
  ORDER BY t.TABLE_SCHEMA, t.TABLE_NAME`

/** The expressions by which tables are partitioned, which servers look up in each table. */
const partitionQuery = `
  SELECT DISTINCT t.TABLE_SCHEMA AS \`schema\`, t.TABLE_NAME AS \`table\`, t.PARTITION_EXPRESSION AS \`by\` FROM information_schema.PARTITIONS t
  WHERE {wanted} AND t.PARTITION_NAME IS NOT NULL`

/** Views that take no writes, as they aggregate for instance. */
const fixedViewQuery = `
  SELECT t.TABLE_SCHEMA AS \`schema\`, t.TABLE_NAME AS name FROM information_schema.VIEWS t
  WHERE {wanted} AND t.IS_UPDATABLE = 'NO'`

export const mysqlColumnQuery = `
  SELECT t.TABLE_SCHEMA AS \`schema\`, t.TABLE_NAME AS \`table\`, t.COLUMN_NAME AS name, t.COLUMN_TYPE AS type, t.DATA_TYPE AS base,
    t.IS_NULLABLE AS nullable, t.COLUMN_DEFAULT AS printed, t.EXTRA AS extra, t.GENERATION_EXPRESSION AS generation,
    t.CHARACTER_SET_NAME AS charset, t.COLLATION_NAME AS collation, t.COLUMN_COMMENT AS comment
  FROM information_schema.COLUMNS t
  WHERE {wanted}
  ORDER BY t.TABLE_SCHEMA, t.TABLE_NAME, t.ORDINAL_POSITION`

export const mysqlIndexQuery = `
  SELECT t.TABLE_SCHEMA AS \`schema\`, t.TABLE_NAME AS \`table\`, t.INDEX_NAME AS name, t.NON_UNIQUE AS plain, t.COLUMN_NAME AS \`column\`,
    t.SUB_PART AS prefix
  FROM information_schema.STATISTICS t
  WHERE {wanted}
  ORDER BY t.TABLE_SCHEMA, t.TABLE_NAME, t.INDEX_NAME, t.SEQ_IN_INDEX`

export const mysqlReferenceQuery = `
  SELECT t.TABLE_SCHEMA AS \`schema\`, t.TABLE_NAME AS \`table\`, t.CONSTRAINT_NAME AS name, t.COLUMN_NAME AS \`column\`,
    t.REFERENCED_TABLE_SCHEMA AS target_schema, t.REFERENCED_TABLE_NAME AS target, t.REFERENCED_COLUMN_NAME AS target_column,
    r.UPDATE_RULE AS on_update, r.DELETE_RULE AS on_delete
  FROM information_schema.KEY_COLUMN_USAGE t
  JOIN information_schema.REFERENTIAL_CONSTRAINTS r
    ON r.CONSTRAINT_SCHEMA = t.CONSTRAINT_SCHEMA AND r.CONSTRAINT_NAME = t.CONSTRAINT_NAME AND r.TABLE_NAME = t.TABLE_NAME
  WHERE {wanted} AND t.REFERENCED_TABLE_NAME IS NOT NULL
  ORDER BY t.TABLE_SCHEMA, t.TABLE_NAME, t.CONSTRAINT_NAME, t.ORDINAL_POSITION`

const mariadbCheckQuery = `
  SELECT t.CONSTRAINT_SCHEMA AS \`schema\`, t.TABLE_NAME AS \`table\`, t.CONSTRAINT_NAME AS name, t.CHECK_CLAUSE AS \`check\`
  FROM (SELECT c.*, c.CONSTRAINT_SCHEMA AS TABLE_SCHEMA FROM information_schema.CHECK_CONSTRAINTS c) t
  WHERE {wanted}`

const mysqlCheckQuery = `
  SELECT t.TABLE_SCHEMA AS \`schema\`, t.TABLE_NAME AS \`table\`, c.CONSTRAINT_NAME AS name, c.CHECK_CLAUSE AS \`check\`
  FROM information_schema.TABLE_CONSTRAINTS t
  JOIN information_schema.CHECK_CONSTRAINTS c
    ON c.CONSTRAINT_SCHEMA = t.CONSTRAINT_SCHEMA AND c.CONSTRAINT_NAME = t.CONSTRAINT_NAME
  WHERE {wanted} AND t.CONSTRAINT_TYPE = 'CHECK'`

/**
 * A default as the information schema prints it. MariaDB prints SQL; MySQL prints the bare value, and marks expressions in EXTRA.
 * `base` is the type's name without sizes.
 */
export function mysqlDefault(printed: unknown, extra: string, base: string, isMariadb: boolean): RawDefault | null {
  const onUpdate = /on update (\S+)/.exec(extra)?.[1]
  const read = typeof printed === 'string' ? literalOrExpression(printed, extra, base, isMariadb) : null
  if (onUpdate === undefined || read === null || !('expression' in read)) return read
  return { expression: `${read.expression} ON UPDATE ${onUpdate}` }
}

function literalOrExpression(printed: string, extra: string, base: string, isMariadb: boolean): RawDefault | null {
  if (isMariadb) return readDefault(printed.replace(/\\(['\\])/g, (_, escaped) => (escaped === "'" ? "''" : escaped)))
  const moment = /^current_timestamp/i.test(printed) && /^(?:timestamp|datetime)$/.test(base)
  if (moment || extra.includes('default_generated')) return { expression: printed }
  if (/^b'[01]*'$/.test(printed)) return { expression: printed }
  return /char|text|enum|set|date|time|binary|blob/.test(base) ? { literal: printed } : readDefault(printed)
}
