import type { Dialect } from '../dialect.ts'
import { identifier } from '../identifier.ts'

/** What MySQL and MariaDB share; the database that the service names is the default schema. */
export const mysqlDialect: Dialect = {
  quote,
  table: ({ schema, name }) => (schema === null ? quote(name) : `${quote(schema)}.${quote(name)}`),
  placeholder: () => '?',
  page: (limit, offset) => `LIMIT ${limit} OFFSET ${offset}`,
  keysFirstFrom: 2_000,
  returning: { insert: 'none', update: 'none', delete: 'none' },
  nextNumber: null,
  nullsOrder: false,
  // Backslash is the escape character unless a session mode says otherwise, which connections switch off.
  like: (column, placeholder) => `${column} LIKE ${placeholder}`,
  maxValues: 65_535,
  booleans: false,
  savepoint: {
    set: (name) => `SAVEPOINT ${quote(name)}`,
    rollback: (name) => `ROLLBACK TO SAVEPOINT ${quote(name)}`,
    release: (name) => `RELEASE SAVEPOINT ${quote(name)}`,
  },
}

function quote(name: string): string {
  return identifier(name, '`', '`')
}
