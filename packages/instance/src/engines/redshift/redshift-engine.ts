import type { Settings } from '@millwright/connector/config-values'
import type { Engine } from '@millwright/connector/engine/engine'
import { functionNames } from '@millwright/connector/engine/names'
import { serverLimits } from '@millwright/connector/engine/server-limits'
import { pgsqlConfig } from '@millwright/contract/service-config/database'
import { postgresConnector, postgresSettings, type ServerForm } from '../postgres/postgres-connect.ts'
import { ServerDatabase } from '../server-database.ts'
import { redshiftDialect, redshiftSchema, redshiftValues } from './redshift-dialect.ts'
import { introspectRedshift } from './redshift-introspection.ts'

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
