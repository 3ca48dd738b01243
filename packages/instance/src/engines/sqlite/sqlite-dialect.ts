import { jsonList, listed, standardClock } from '../common-sql.ts'
import type { Dialect } from '../engine.ts'
import { identifier } from '../names.ts'

export const sqliteDialect: Dialect = {
  quote,
  table: ({ name }) => quote(name),
  placeholder: () => '?',
  page: (limit, offset) => `LIMIT ${limit} OFFSET ${offset}`,
  keysetFromOffset: null,
  returning: { insert: 'returning', update: 'returning', delete: 'returning' },
  nextNumber: null,
  returnsInsertedId: true,
  insertedIdStep: null,
  insertsTogether: false,
  emptyInsert: 'default values',
  transactions: true,
  failureEndsTransaction: false,
  schemas: null,
  longestName: { most: 255, unit: 'characters', size: (name) => name.length },
  nullsOrder: true,
  like: (column, placeholder) => `${column} LIKE ${placeholder} ESCAPE '\\'`,
  wildcards: /[\\%_]/g,
  isText: () => true,
  asText: (expression) => `CAST(${expression} AS TEXT)`,
  incomparable: new Set(),
  unsortable: new Set(),
  operand: (placeholder) => placeholder,
  among: {
    families: listed,
    sql: (expression, placeholder) => `${expression} IN (SELECT value FROM json_each(${placeholder}))`,
    list: jsonList,
  },
  clock: { ...standardClock, LOCALTIMESTAMP: "datetime('now', 'localtime')", UTC_TIMESTAMP: 'CURRENT_TIMESTAMP' },
  maxValues: 32_766,
  booleans: false,
  rowLock: { hint: '', clause: '' },
  savepoint: {
    set: (name) => `SAVEPOINT ${quote(name)}`,
    rollback: (name) => `ROLLBACK TO ${quote(name)}`,
    release: (name) => `RELEASE ${quote(name)}`,
  },
}

function quote(name: string): string {
  return identifier(name, '"', '"')
}
