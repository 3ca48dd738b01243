import type { Engine } from '@millwright/connector/engine/engine'
import { functionNames } from '@millwright/connector/engine/names'
import { serverLimits } from '@millwright/connector/engine/server-limits'
import { ServerDatabase } from '../server-database.ts'
import { oracleConnector, oracleWhere } from './oracle-connect.ts'
import { oracleDialect } from './oracle-dialect.ts'
import { introspectOracle } from './oracle-introspection.ts'
import { oracleSchema } from './oracle-plan.ts'
import { oracleValues } from './oracle-values.ts'

const functions = functionNames(`
  upper lower initcap trim ltrim rtrim replace translate substr instr length lpad rpad concat ascii chr soundex
  abs round trunc ceil floor sign mod power sqrt exp ln log greatest least
  coalesce nvl nvl2 nullif decode cast to_char to_number to_date to_timestamp
  min max sum avg count listagg stddev variance median
  extract add_months months_between last_day next_day sys_guid rawtohex
`)

/** Oracle 12.2 and later; its driver comes with the connector (docs/connectors.md). */
export const oracleEngine: Engine = {
  name: 'oracle',
  services: [],
  isFileBased: false,
  dialect: oracleDialect,
  values: oracleValues,
  open(config) {
    const limits = serverLimits(config)
    return new ServerDatabase({
      connect: oracleConnector(config, limits),
      limits,
      where: oracleWhere(config),
      introspect: introspectOracle,
      transactionalSchema: false,
    })
  },
  schema: oracleSchema,
  functions,
  routines: null,
  store: null,
}
