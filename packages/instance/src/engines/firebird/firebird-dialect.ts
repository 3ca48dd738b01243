import { standardClock } from '@millwright/connector/engine/common-sql'
import type { Dialect, ValueDialect } from '@millwright/connector/engine/engine'
import { identifier } from '@millwright/connector/engine/names'
import { commonValues } from '@millwright/connector/engine/values/common-values'

const quote = (name: string) => identifier(name, '"', '"')

/** Firebird 3.0 and later. */
export const firebirdDialect: Dialect = {
  quote,
  table: ({ name }) => quote(name),
  placeholder: () => '?',
  page: (limit, offset) => `OFFSET ${offset} ROWS FETCH NEXT ${limit} ROWS ONLY`,
  keysetFromOffset: null,
  returning: { insert: 'returning', update: 'none', delete: 'none' },
  nextNumber: null,
  returnsInsertedId: false,
  insertedIdStep: null,
  insertsTogether: false,
  emptyInsert: 'default values',
  transactions: true,
  failureEndsTransaction: false,
  schemas: null,
  // The limit of 3.0; later versions allow twice as much.
  longestName: { most: 31, unit: 'bytes', size: (name) => Buffer.byteLength(name) },
  nullsOrder: true,
  like: (column, placeholder) => `${column} LIKE ${placeholder} ESCAPE '\\'`,
  wildcards: /[\\%_]/g,
  isText: (dbType) => /char|text/i.test(dbType),
  asText: (expression) => `CAST(${expression} AS VARCHAR(8191))`,
  incomparable: new Set(),
  unsortable: new Set(),
  operand: (placeholder) => placeholder,
  among: null,
  clock: { ...standardClock, UTC_TIMESTAMP: 'CURRENT_TIMESTAMP' },
  maxValues: 1_000,
  booleans: true,
  rowLock: { hint: '', clause: ' WITH LOCK' },
  savepoint: {
    set: (name) => `SAVEPOINT ${quote(name)}`,
    rollback: (name) => `ROLLBACK TO SAVEPOINT ${quote(name)}`,
    release: (name) => `RELEASE SAVEPOINT ${quote(name)} ONLY`,
  },
}

export const firebirdValues: ValueDialect = {
  ...commonValues,
  countsCharacters: () => true,
  booleans: () => [true, false],
}
