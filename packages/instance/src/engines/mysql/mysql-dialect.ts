import { standardClock } from '../common-sql.ts'
import type { Dialect } from '../engine.ts'
import { identifier } from '../names.ts'

/** What MySQL and MariaDB share; the database that the service names is the default schema. */
export const mysqlDialect: Dialect = {
  quote,
  table: ({ schema, name }) => (schema === null ? quote(name) : `${quote(schema)}.${quote(name)}`),
  placeholder: () => '?',
  page: (limit, offset) => `LIMIT ${limit} OFFSET ${offset}`,
  keysFirstFrom: 2_000,
  returning: { insert: 'none', update: 'none', delete: 'none' },
  nextNumber: null,
  tellsInsertedId: false,
  insertedIdStep: 'SELECT @@auto_increment_increment AS step',
  insertsTogether: true,
  emptyInsert: 'empty list',
  transactions: true,
  failureEndsTransaction: false,
  schemas: { usual: null },
  longestName: { most: 64, unit: 'characters', size: (name) => [...name].length },
  nullsOrder: false,
  // Backslash is the escape character unless a session mode says otherwise, which connections switch off.
  like: (column, placeholder) => `${column} LIKE ${placeholder}`,
  wildcards: /[\\%_]/g,
  isText: (dbType) => /char|text|enum|set/i.test(dbType),
  asText: (expression) => `CAST(${expression} AS CHAR)`,
  incomparable: new Set(),
  unsortable: new Set(),
  // A decimal beside a text would be compared as a double.
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
