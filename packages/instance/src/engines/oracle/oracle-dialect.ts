import { standardClock } from '@millwright/connector/engine/common-sql'
import type { Dialect } from '@millwright/connector/engine/engine'
import { identifier } from '@millwright/connector/engine/names'
import { Problem } from '@millwright/contract/problem'

/** Oracle 12.2 and later. All tables are in one schema: the user's own, or that of the settings. */
export const oracleDialect: Dialect = {
  quote,
  table: ({ name }) => quote(name),
  placeholder: (index) => `:${index}`,
  page: (limit, offset) => `OFFSET ${offset} ROWS FETCH NEXT ${limit} ROWS ONLY`,
  keysetFromOffset: null,
  returning: { insert: 'returning', update: 'none', delete: 'none' },
  nextNumber: null,
  returnsInsertedId: false,
  insertedIdStep: null,
  insertsTogether: false,
  emptyInsert: 'default of the key',
  transactions: true,
  failureEndsTransaction: false,
  schemas: null,
  longestName: { most: 128, unit: 'bytes', size: (name) => Buffer.byteLength(name) },
  nullsOrder: true,
  like: (column, placeholder) => `${column} LIKE ${placeholder} ESCAPE '\\'`,
  wildcards: /[\\%_]/g,
  isText: (dbType) => /char|clob/i.test(dbType),
  asText: (expression) => `TO_CHAR(${expression})`,
  incomparable: new Set(['json']),
  unsortable: new Set(['json']),
  operand: (placeholder) => placeholder,
  among: null,
  clock: {
    ...standardClock,
    CURRENT_TIME: 'CURRENT_TIMESTAMP',
    UTC_TIMESTAMP: 'SYS_EXTRACT_UTC(SYSTIMESTAMP)',
  },
  maxValues: 1_000,
  booleans: false,
  rowLock: { hint: '', clause: ' FOR UPDATE' },
  savepoint: {
    set: (name) => `SAVEPOINT ${quote(name)}`,
    rollback: (name) => `ROLLBACK TO SAVEPOINT ${quote(name)}`,
    release: () => null,
  },
}

/** Oracle has no escape for a quotation mark in a name: doubled, it would begin another name. */
function quote(name: string): string {
  if (name.includes('"')) throw new Problem(400, `${JSON.stringify(name)} cannot be a name in an Oracle database.`)
  return identifier(name, '"', '"')
}
