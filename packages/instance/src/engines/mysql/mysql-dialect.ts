import { standardClock } from '@millwright/connector/engine/common-sql'
import type { Dialect } from '@millwright/connector/engine/engine'
import { identifier } from '@millwright/connector/engine/names'

/** The dialect of MySQL and MariaDB; the database in the service's settings is the default schema. */
export const mysqlDialect: Dialect = {
  quote,
  table: ({ schema, name }) => (schema === null ? quote(name) : `${quote(schema)}.${quote(name)}`),
  placeholder: () => '?',
  page: (limit, offset) => `LIMIT ${limit} OFFSET ${offset}`,
  keysetFromOffset: 2_000,
  returning: { insert: 'none', update: 'none', delete: 'none' },
  nextNumber: null,
  estimatedRows: ({ schema, name }) => ({
    sql: `SELECT TABLE_ROWS AS count FROM information_schema.TABLES WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ?`,
    values: [schema, name],
  }),
  tableFigures: {
    sql: `SELECT NULL AS \`schema\`, TABLE_NAME AS name, TABLE_ROWS AS \`rows\`, DATA_LENGTH + INDEX_LENGTH AS bytes,
      DATE_FORMAT(CONVERT_TZ(UPDATE_TIME, @@session.time_zone, '+00:00'), '%Y-%m-%dT%H:%i:%sZ') AS changed
      FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()`,
    values: [],
  },
  returnsInsertedId: false,
  insertedIdStep: 'SELECT @@auto_increment_increment AS step',
  insertsTogether: true,
  emptyInsert: 'empty list',
  transactions: true,
  failureEndsTransaction: false,
  schemas: { usual: null },
  longestName: { most: 64, unit: 'characters', size: (name) => [...name].length },
  nullsOrder: false,
  // Backslash is the escape character unless a session mode disables it, which connections remove.
  like: (column, placeholder) => `${column} LIKE ${placeholder}`,
  wildcards: /[\\%_]/g,
  isText: (dbType) => /char|text|enum|set/i.test(dbType),
  asText: (expression) => `CAST(${expression} AS CHAR)`,
  incomparable: new Set(),
  unsortable: new Set(),
  // A decimal compared with a text would be converted to a double.
  operand: (placeholder, family) => (family === 'decimal' ? `CAST(${placeholder} AS DECIMAL(65,30))` : placeholder),
  among: null,
  clock: { ...standardClock, UTC_TIMESTAMP: 'UTC_TIMESTAMP()' },
  maxValues: 65_535,
  booleans: false,
  rowLock: { hint: '', clause: ' FOR UPDATE' },
  savepoint: {
    set: (name) => `SAVEPOINT ${quote(name)}`,
    rollback: (name) => `ROLLBACK TO SAVEPOINT ${quote(name)}`,
    release: (name) => `RELEASE SAVEPOINT ${quote(name)}`,
  },
}

function quote(name: string): string {
  return identifier(name, '`', '`')
}
