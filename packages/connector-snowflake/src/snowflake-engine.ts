import type { Settings } from '@millwright/connector/config-values'
import type { ConnectorTools } from '@millwright/connector/connector'
import type { Engine } from '@millwright/connector/engine/engine'
import { functionNames } from '@millwright/connector/engine/names'
import { openSnowflake } from './snowflake-database.ts'
import { snowflakeDialect } from './snowflake-dialect.ts'
import { snowflakeSchema } from './snowflake-plan.ts'
import { snowflakeValues } from './snowflake-values.ts'

const functions = functionNames(`
  upper lower trim ltrim rtrim replace reverse left right length substr substring position concat initcap
  abs round ceil floor sign power sqrt exp ln mod
  coalesce nvl nullif iff greatest least min max sum avg count listagg to_char to_number try_cast
  current_timestamp current_date sysdate date_part date_trunc dateadd datediff year month day hour minute second to_date
  uuid_string md5 sha2 parse_json
`)

/** Snowflake, through its SQL API. */
export function open(_: Settings, { openSender }: Pick<ConnectorTools, 'openSender'>): Engine {
  return {
    name: 'snowflake',
    services: [],
    isFileBased: false,
    dialect: snowflakeDialect,
    values: snowflakeValues,
    open: (settings) => openSnowflake(settings, openSender),
    schema: snowflakeSchema,
    functions,
    routines: null,
    store: null,
  }
}
