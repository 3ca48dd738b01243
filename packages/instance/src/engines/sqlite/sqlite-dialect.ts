import type { Dialect } from '../dialect.ts'
import { identifier } from '../identifier.ts'

export const sqliteDialect: Dialect = {
  quote,
  table: ({ name }) => quote(name),
  placeholder: () => '?',
  page: (limit, offset) => `LIMIT ${limit} OFFSET ${offset}`,
  keysFirstFrom: null,
  returning: { insert: 'returning', update: 'returning', delete: 'returning' },
  nextNumber: null,
  nullsOrder: true,
  like: (column, placeholder) => `${column} LIKE ${placeholder} ESCAPE '\\'`,
  maxValues: 32_766,
  booleans: false,
  savepoint: {
    set: (name) => `SAVEPOINT ${quote(name)}`,
    rollback: (name) => `ROLLBACK TO ${quote(name)}`,
    release: (name) => `RELEASE ${quote(name)}`,
  },
}

function quote(name: string): string {
  return identifier(name, '"', '"')
}
