import type { TableName } from '../catalog.ts'
import type { Dialect } from '../dialect.ts'
import { identifier } from '../identifier.ts'

/** Tables of this schema have no prefix on the wire. */
export const defaultSchema = 'public'

export const postgresDialect: Dialect = {
  quote,
  table: tableText,
  placeholder: (index) => `$${index}`,
  page: (limit, offset) => `LIMIT ${limit} OFFSET ${offset}`,
  keysFirstFrom: null,
  returning: { insert: 'returning', update: 'returning', delete: 'returning' },
  nextNumber: (table, column) => ({
    sql: 'SELECT nextval(pg_get_serial_sequence($1, $2)) AS number',
    values: [tableText(table), column],
  }),
  nullsOrder: true,
  like: (column, placeholder) => `${column} LIKE ${placeholder} ESCAPE '\\'`,
  maxValues: 65_535,
  booleans: true,
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
