import type { Settings } from '@millwright/connector/config-values'
import type { ConnectorTools } from '@millwright/connector/connector'
import { functionNames } from '@millwright/connector/engine/common-dialect'
import { serverLimits } from '@millwright/connector/engine/database-settings'
import type { Database, Engine, Session } from '@millwright/connector/engine/engine'
import { rowShape } from '@millwright/connector/engine/rows'
import type { DatabaseRow, Outcome, Statement } from '@millwright/connector/engine/statement'
import { SnowflakeClient, type StatementResult } from './snowflake-client.ts'
import { snowflakeDialect } from './snowflake-dialect.ts'
import { introspectSnowflake } from './snowflake-introspection.ts'
import { snowflakeSchema } from './snowflake-plan.ts'
import { snowflakeSettings } from './snowflake-settings.ts'
import { snowflakeValue, snowflakeValues } from './snowflake-values.ts'

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

/**
 * A database behind the SQL API, which has neither connections nor transactions: each statement is a request, and is committed
 * separately.
 */
export function openSnowflake(config: Settings, openSender: ConnectorTools['openSender']): Database {
  const settings = snowflakeSettings(config)
  const client = new SnowflakeClient(settings, serverLimits(config), openSender)

  async function* stream(statement: Statement): AsyncGenerator<readonly DatabaseRow[]> {
    const result = await client.run(statement)
    yield rowsOf(result, result.data)
    for (let number = 1; number < result.partitions; number += 1)
      yield rowsOf(result, await client.partition(result.handle, number))
  }

  async function run(statement: Statement): Promise<Outcome> {
    const result = await client.run(statement)
    const isWrite = /^\s*(?:insert|update|delete|merge)\b/i.test(statement.sql)
    if (isWrite) return { rows: [], changes: result.changes, insertedId: null }
    const rows = rowsOf(result, result.data)
    for (let number = 1; number < result.partitions; number += 1)
      rows.push(...rowsOf(result, await client.partition(result.handle, number)))
    return { rows, changes: 0, insertedId: null }
  }

  const session: Session = { run }
  const together = <T>(work: (session: Session) => Promise<T>): Promise<T> => work(session)
  return {
    run,
    transaction: together,
    changeSchema: together,
    session: together,
    stream,
    introspect: (only) => introspectSnowflake(session, settings, only),
    close: async () => undefined,
  }
}

function rowsOf({ columns }: StatementResult, data: StatementResult['data']): DatabaseRow[] {
  const toRow = rowShape(columns.map(({ name }) => name))
  return data.map((cells) => toRow(columns.map((column, index) => snowflakeValue(cells[index], column))))
}
