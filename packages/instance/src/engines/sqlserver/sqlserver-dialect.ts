import { jsonList, standardClock } from '@millwright/connector/engine/common-sql'
import type { Dialect, ValueDialect } from '@millwright/connector/engine/engine'
import { identifier } from '@millwright/connector/engine/names'
import { commonValues } from '@millwright/connector/engine/values/common-values'

/** The schema whose tables have no prefix on the wire. */
export const defaultSchema = 'dbo'

export const sqlServerDialect: Dialect = {
  quote,
  table: ({ schema, name }) => `${quote(schema ?? defaultSchema)}.${quote(name)}`,
  placeholder: (index) => `@p${index}`,
  page: (limit, offset, ordered) =>
    `${ordered ? '' : 'ORDER BY (SELECT NULL) '}OFFSET ${offset} ROWS FETCH NEXT ${limit} ROWS ONLY`,
  keysetFromOffset: null,
  returning: { insert: 'output', update: 'output', delete: 'output' },
  nextNumber: null,
  returnsInsertedId: false,
  insertedIdStep: null,
  insertsTogether: false,
  emptyInsert: 'default values',
  transactions: true,
  failureEndsTransaction: false,
  schemas: { usual: defaultSchema },
  longestName: { most: 128, unit: 'characters', size: (name) => name.length },
  nullsOrder: false,
  like: (column, placeholder) => `${column} LIKE ${placeholder} ESCAPE '\\'`,
  wildcards: /[\\%_[]/g,
  isText: (dbType) => /char|text/i.test(dbType),
  asText: (expression) => `CAST(${expression} AS nvarchar(max))`,
  incomparable: new Set(),
  unsortable: new Set(),
  operand: (placeholder) => placeholder,
  among: {
    families: new Set(['integer', 'text']),
    sql: (expression, placeholder, family) =>
      `${expression} IN (SELECT value FROM OPENJSON(${placeholder}) WITH (value ${family === 'integer' ? 'bigint' : 'nvarchar(4000)'} '$'))`,
    list: jsonList,
  },
  clock: {
    ...standardClock,
    CURRENT_DATE: 'CAST(CURRENT_TIMESTAMP AS date)',
    CURRENT_TIME: 'CAST(CURRENT_TIMESTAMP AS time)',
    LOCALTIMESTAMP: 'CURRENT_TIMESTAMP',
    UTC_TIMESTAMP: 'SYSUTCDATETIME()',
  },
  // 2100, of which the statement itself needs two.
  maxValues: 2098,
  booleans: false,
  rowLock: { hint: ' WITH (UPDLOCK, ROWLOCK)', clause: '' },
  savepoint: {
    set: (name) => `SAVE TRANSACTION ${quote(name)}`,
    rollback: (name) => `ROLLBACK TRANSACTION ${quote(name)}`,
    release: () => null,
  },
}

function quote(name: string): string {
  return identifier(name, '[', ']')
}

export const sqlServerValues: ValueDialect = {
  ...commonValues,
  integerRange: (dbType) => (/^tinyint\b/.test(dbType) ? [0n, 255n] : null),
  // Other types count bytes.
  countsCharacters: (dbType) => /^n(?:ational )?(?:var)?char/i.test(dbType),
}
