import { withoutRenewal } from '@millwright/connector/engine/default-sql'
import type { Dialect, OwnType, SchemaDialect, ValueDialect } from '@millwright/connector/engine/engine'
import { Problem } from '@millwright/contract/problem'
import { postgresSimpleType } from '../postgres/postgres-column.ts'
import { postgresDialect, postgresValues } from '../postgres/postgres-dialect.ts'

const { estimatedRows: _, tableFigures: _figures, ...shared } = postgresDialect

/**
 * What Redshift has of PostgreSQL. It returns no written rows, has neither sequences nor savepoints nor arrays, cuts `text` at 256
 * bytes, and reads a backslash in a literal as an escape, so that LIKE is left its default one.
 */
export const redshiftDialect: Dialect = {
  ...shared,
  returning: { insert: 'none', update: 'none', delete: 'none' },
  nextNumber: null,
  // Without savepoints, a failure in a batch could not be undone alone.
  transactions: false,
  failureEndsTransaction: false,
  longestName: { most: 127, unit: 'bytes', size: (name) => Buffer.byteLength(name) },
  like: (column, placeholder) => `${column} LIKE ${placeholder}`,
  asText: (expression) => `CAST(${expression} AS varchar(65535))`,
  among: null,
  // The standard words only work in queries without tables.
  clock: {
    CURRENT_TIMESTAMP: 'GETDATE()',
    CURRENT_DATE: 'CURRENT_DATE',
    CURRENT_TIME: 'CAST(GETDATE() AS time)',
    LOCALTIMESTAMP: 'GETDATE()',
    UTC_TIMESTAMP: 'GETDATE()',
  },
  maxValues: 32_767,
  rowLock: { hint: '', clause: '' },
  savepoint: { set: () => '', rollback: () => '', release: () => null },
}

/** Rejects schema changes: distribution and sort keys, which the API has no words for, decide how a table works. */
export const redshiftSchema: SchemaDialect = {
  columnType: () => null,
  simpleType: redshiftSimpleType,
  computedDefault: withoutRenewal,
  allowsForwardReferences: false,
  plan() {
    throw new Problem(400, 'Tables of Redshift are created and changed with its own tools, not here.')
  },
}

/** Binary values and those without a type here are texts, as the server prints them. */
function redshiftSimpleType(column: OwnType): string {
  return /^(?:binary varying|varbyte|super|geometry|geography|hllsketch)\b/.test(column.dbType)
    ? 'string'
    : postgresSimpleType(column)
}

/** Lengths are in bytes. */
export const redshiftValues: ValueDialect = { ...postgresValues, countsCharacters: () => false }
