import type { TableName } from '@millwright/connector/engine/catalog'
import { listed, standardClock } from '@millwright/connector/engine/common-sql'
import type { Dialect, ValueDialect } from '@millwright/connector/engine/engine'
import { identifier } from '@millwright/connector/engine/names'
import type { BoundValue } from '@millwright/connector/engine/statement'
import { commonValues } from '@millwright/connector/engine/values/common-values'

/** The schema whose tables have no prefix on the wire. */
export const defaultSchema = 'public'

export const postgresDialect: Dialect = {
  quote,
  table: tableText,
  placeholder: (index) => `$${index}`,
  page: (limit, offset) => `LIMIT ${limit} OFFSET ${offset}`,
  keysetFromOffset: null,
  returning: { insert: 'returning', update: 'returning', delete: 'returning' },
  nextNumber: (table, column) => ({
    sql: 'SELECT nextval(pg_get_serial_sequence($1, $2)) AS number',
    values: [tableText(table), column],
  }),
  estimatedRows: (table) => ({
    sql: "SELECT reltuples::bigint AS count FROM pg_class WHERE oid = to_regclass($1) AND relkind IN ('r', 'p', 'm')",
    values: [tableText(table)],
  }),
  // The parts of a partitioned table are tables of their own, and its own estimate is the sum of theirs.
  tableFigures: {
    sql: `SELECT NULLIF(n.nspname, $1) AS schema, c.relname AS name, NULLIF(c.reltuples, -1)::bigint AS rows,
      CASE WHEN c.relkind <> 'p' THEN pg_total_relation_size(c.oid) END AS bytes
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'`,
    values: [defaultSchema],
  },
  returnsInsertedId: false,
  insertedIdStep: null,
  insertsTogether: true,
  emptyInsert: 'default values',
  transactions: true,
  failureEndsTransaction: true,
  schemas: { usual: defaultSchema },
  // PostgreSQL silently truncates longer names.
  longestName: { most: 63, unit: 'bytes', size: (name) => Buffer.byteLength(name) },
  nullsOrder: true,
  like: (column, placeholder) => `${column} LIKE ${placeholder} ESCAPE '\\'`,
  wildcards: /[\\%_]/g,
  isText: (dbType) => /^(?:(?:national )?char|varchar|character|text|citext|bpchar|name\b)/i.test(dbType),
  asText: (expression) => `CAST(${expression} AS text)`,
  incomparable: new Set(['json', 'array']),
  unsortable: new Set(['json']),
  operand: (placeholder, family) => (family === 'integer' ? `${placeholder}::bigint` : placeholder),
  among: {
    families: listed,
    sql: (expression, placeholder, family) =>
      `${expression} = ANY(${placeholder}${family === 'integer' ? '::bigint[]' : ''})`,
    list: (values) => `{${values.map(arrayItem).join(',')}}`,
  },
  clock: { ...standardClock, UTC_TIMESTAMP: "(CURRENT_TIMESTAMP AT TIME ZONE 'UTC')" },
  maxValues: 65_535,
  booleans: true,
  rowLock: { hint: '', clause: ' FOR UPDATE' },
  savepoint: {
    set: (name) => `SAVEPOINT ${quote(name)}`,
    rollback: (name) => `ROLLBACK TO SAVEPOINT ${quote(name)}`,
    release: (name) => `RELEASE SAVEPOINT ${quote(name)}`,
  },
}

function tableText({ schema, name }: TableName): string {
  return `${quote(schema ?? defaultSchema)}.${quote(name)}`
}

function quote(name: string): string {
  return identifier(name, '"', '"')
}

function arrayItem(value: BoundValue): string {
  return value === null ? 'NULL' : `"${String(value).replace(/[\\"]/g, '\\$&')}"`
}

export const postgresValues: ValueDialect = {
  ...commonValues,
  // Amounts of money may include their currency.
  isNumberWord: (text, dbType) => (dbType === 'money' ? /\d/.test(text) : /^(?:nan|[+-]?inf(?:inity)?)$/i.test(text)),
  isMomentWord: (text) =>
    /^(?:-?infinity|epoch|now|today|tomorrow|yesterday|allballs|\d{4,6}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2}(?:\.\d{1,6})?(?:[+-]\d{2}(?::\d{2})*)?)?(?: BC)?)$/i.test(
      text,
    ),
  // Bits are only accepted as text.
  booleans: (dbType) => (/^bit/i.test(dbType) ? ['1', '0'] : [true, false]),
  answers: new Map([
    ['oid', 'integer'],
    ['money', 'text'],
  ]),
}
