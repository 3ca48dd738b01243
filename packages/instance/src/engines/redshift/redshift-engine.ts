import type { Settings } from '@millwright/connector/config-values'
import { functionNames } from '@millwright/connector/engine/common-dialect'
import { serverLimits } from '@millwright/connector/engine/database-settings'
import { withoutRenewal } from '@millwright/connector/engine/default-sql'
import type { Dialect, Engine, OwnType, SchemaDialect, ValueDialect } from '@millwright/connector/engine/engine'
import { Problem } from '@millwright/contract/problem'
import { pgsqlConfig } from '@millwright/contract/service-config/database'
import { postgresConnector, postgresSettings, type ServerForm } from '../postgres/postgres-connect.ts'
import { postgresDialect, postgresSimpleType, postgresValues } from '../postgres/postgres-dialect.ts'
import { ServerDatabase } from '../server-database.ts'
import { introspectRedshift } from './redshift-introspection.ts'

const { estimatedRows: _, tableFigures: _figures, ...shared } = postgresDialect

/**
 * What Redshift has of PostgreSQL. It returns no written rows, has neither sequences nor savepoints nor arrays, cuts `text` at 256
 * bytes, and reads a backslash in a literal as an escape, so that LIKE is left its default one.
 */
const redshiftDialect: Dialect = {
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
const redshiftSchema: SchemaDialect = {
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
const redshiftValues: ValueDialect = { ...postgresValues, countsCharacters: () => false }

/** Functions that run where the tables are, not on the leader node alone. */
const functions = functionNames(`
  upper lower initcap trim btrim ltrim rtrim replace reverse left right len length char_length octet_length substring
  split_part strpos concat chr md5
  abs round ceil ceiling floor trunc sign mod power sqrt exp ln
  coalesce nullif greatest least min max sum avg count bool_and bool_or cast
  getdate date_trunc date_part extract to_char to_date to_timestamp to_number
  json_extract_path_text json_array_length
`)

const form: ServerForm = {
  formats: [
    ['datestyle', 'ISO, MDY'],
    ['extra_float_digits', '2'],
  ],
  cursor: { declared: 'CURSOR', fetched: 'FETCH FORWARD' },
}

const usualPort = 5439

/** Amazon Redshift, which speaks the protocol of PostgreSQL 8.0 and a dialect of its SQL. */
export const redshiftEngine: Engine = {
  name: 'aws_redshift_db',
  services: [
    {
      name: 'aws_redshift_db',
      label: 'AWS Redshift',
      description: 'Reads and writes the tables of an Amazon Redshift data warehouse.',
      config: pgsqlConfig,
    },
  ],
  isFileBased: false,
  dialect: redshiftDialect,
  values: redshiftValues,
  open(config) {
    const settings = { ...postgresSettings(withPort(config)), prepares: false }
    const limits = serverLimits(config)
    return new ServerDatabase({
      connect: postgresConnector(settings, limits, form),
      limits,
      where: settings.where,
      introspect: (session, only) => introspectRedshift(session, settings.schema, only),
      transactionalSchema: false,
    })
  },
  schema: redshiftSchema,
  functions,
  routines: null,
  store: null,
}

const withPort = (config: Settings): Settings => ({ ...config, port: config.port ?? usualPort })
