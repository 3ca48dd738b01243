import { standardClock } from '@millwright/connector/engine/common-sql'
import { quotedText } from '@millwright/connector/engine/default-sql'
import type { Dialect } from '@millwright/connector/engine/engine'
import { identifier } from '@millwright/connector/engine/names'
import { defaultSchema } from './snowflake-settings.ts'

export const snowflakeDialect: Dialect = {
  quote,
  table: ({ schema, name }) => `${quote(schema ?? defaultSchema)}.${quote(name)}`,
  placeholder: () => '?',
  page: (limit, offset) => `LIMIT ${limit} OFFSET ${offset}`,
  keysetFromOffset: null,
  returning: { insert: 'none', update: 'none', delete: 'none' },
  nextNumber: ({ schema, name }, column) => ({
    sql: `SELECT ${quote(schema ?? defaultSchema)}.${quote(sequenceOf(name, column))}.NEXTVAL AS "number"`,
    values: [],
  }),
  returnsInsertedId: false,
  insertedIdStep: null,
  insertsTogether: true,
  emptyInsert: 'default values',
  transactions: false,
  failureEndsTransaction: false,
  schemas: { usual: defaultSchema },
  longestName: { most: 255, unit: 'characters', size: (name) => [...name].length },
  nullsOrder: true,
  like: (column, placeholder) => `${column} LIKE ${placeholder} ESCAPE ${snowflakeText('\\')}`,
  wildcards: /[\\%_]/g,
  isText: (dbType) => /char|text|string/i.test(dbType),
  asText: (expression) => `CAST(${expression} AS VARCHAR)`,
  incomparable: new Set(['json']),
  unsortable: new Set(['json']),
  operand: (placeholder) => placeholder,
  among: null,
  clock: { ...standardClock, UTC_TIMESTAMP: 'SYSDATE()' },
  maxValues: 10_000,
  booleans: true,
  rowLock: { hint: '', clause: '' },
  savepoint: { set: () => '', rollback: () => '', release: () => null },
}

function quote(name: string): string {
  return identifier(name, '"', '"')
}

/** A text literal, in which a backslash escapes too. */
export function snowflakeText(value: string): string {
  return quotedText(value.replaceAll('\\', '\\\\'))
}

/** The sequence that numbers a column of tables created by this instance: only a sequence can return a number before it is used. */
export function sequenceOf(table: string, column: string): string {
  return `${table}_${column}_seq`
}
