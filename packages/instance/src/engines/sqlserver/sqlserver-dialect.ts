import type { Dialect } from '../dialect.ts'
import { identifier } from '../identifier.ts'

/** Tables of this schema have no prefix on the wire. */
export const defaultSchema = 'dbo'

export const sqlServerDialect: Dialect = {
  quote,
  table: ({ schema, name }) => `${quote(schema ?? defaultSchema)}.${quote(name)}`,
  placeholder: (index) => `@p${index}`,
  page: (limit, offset, ordered) =>
    `${ordered ? '' : 'ORDER BY (SELECT NULL) '}OFFSET ${offset} ROWS FETCH NEXT ${limit} ROWS ONLY`,
  keysFirstFrom: null,
  returning: { insert: 'output', update: 'output', delete: 'output' },
  nextNumber: null,
  nullsOrder: false,
  like: (column, placeholder) => `${column} LIKE ${placeholder} ESCAPE '\\'`,
  // 2100, of which the statement itself takes two.
  maxValues: 2098,
  booleans: false,
  savepoint: {
    set: (name) => `SAVE TRANSACTION ${quote(name)}`,
    rollback: (name) => `ROLLBACK TRANSACTION ${quote(name)}`,
    release: () => null,
  },
}

function quote(name: string): string {
  return identifier(name, '[', ']')
}
