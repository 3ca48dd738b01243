import { schemaSetting } from '@millwright/connector/config-values'
import { columnSizes, readColumnType } from '@millwright/connector/engine/column-type'
import type { RoutineDialect, Session } from '@millwright/connector/engine/engine'
import type { Routine, RoutineArguments, RoutineParam, RoutineResult } from '@millwright/connector/engine/routine'
import type { BoundValue, DatabaseRow } from '@millwright/connector/engine/statement'
import { mysqlDialect } from './mysql-dialect.ts'

const { quote, table } = mysqlDialect

/** Stored procedures and functions of MySQL and MariaDB. */
export const mysqlRoutines: RoutineDialect = {
  async list(session, settings) {
    const current = (await session.run({ sql: 'SELECT DATABASE() AS name', values: [] })).rows[0]?.name
    const schema = schemaSetting(settings, String(current))
    const values: BoundValue[] = schema === null ? [] : [schema]
    const condition =
      schema === null
        ? "r.ROUTINE_SCHEMA NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')"
        : 'r.ROUTINE_SCHEMA = ?'
    const { rows } = await session.run({ sql: listQuery.replace('{wanted}', condition), values })
    const grouped = Map.groupBy(rows, (row) => JSON.stringify([row.schema, row.kind, row.name]))
    return [...grouped.values()].flatMap((group) => routineOf(group, current))
  },

  call: (session, routine, values) =>
    routine.kind === 'function' ? callFunction(session, routine, values) : callProcedure(session, routine, values),
}

async function callFunction(session: Session, routine: Routine, values: RoutineArguments): Promise<RoutineResult> {
  const bound = values.map((value) => value ?? null)
  const sql = `SELECT ${table(routine)}(${bound.map(() => '?').join(', ')}) AS ${quote(routine.name)}`
  return { sets: [(await session.run({ sql, values: bound })).rows], outputs: null }
}

/** Output parameters are returned in session variables. */
async function callProcedure(session: Session, routine: Routine, values: RoutineArguments): Promise<RoutineResult> {
  const variable = (index: number) => `@routine_value_${index}`
  const bound: BoundValue[] = []
  const passed: string[] = []
  const read: string[] = []
  for (const [index, { mode, name }] of routine.params.entries()) {
    const value = values[index] ?? null
    if (mode === 'IN') {
      bound.push(value)
      passed.push('?')
      continue
    }
    await session.run({ sql: `SET ${variable(index)} = ?`, values: [value] })
    passed.push(variable(index))
    read.push(`${variable(index)} AS ${quote(name)}`)
  }
  const outcome = await session.run({ sql: `CALL ${table(routine)}(${passed.join(', ')})`, values: bound })
  const outputs = read.length === 0 ? null : await session.run({ sql: `SELECT ${read.join(', ')}`, values: [] })
  return { sets: outcome.sets ?? [], outputs: outputs?.rows[0] ?? null }
}

const listQuery = `
  SELECT r.ROUTINE_SCHEMA AS \`schema\`, r.ROUTINE_NAME AS name, r.ROUTINE_TYPE AS kind, r.DTD_IDENTIFIER AS return_type,
    p.PARAMETER_NAME AS param, p.PARAMETER_MODE AS mode, p.DTD_IDENTIFIER AS param_type
  FROM information_schema.ROUTINES r
  LEFT JOIN information_schema.PARAMETERS p
    ON p.SPECIFIC_SCHEMA = r.ROUTINE_SCHEMA AND p.SPECIFIC_NAME = r.SPECIFIC_NAME AND p.ROUTINE_TYPE = r.ROUTINE_TYPE
      AND p.ORDINAL_POSITION > 0
  WHERE {wanted} AND r.ROUTINE_TYPE IN ('PROCEDURE', 'FUNCTION')
  ORDER BY r.ROUTINE_SCHEMA, r.ROUTINE_NAME, p.ORDINAL_POSITION`

function routineOf(rows: readonly DatabaseRow[], current: unknown): Routine[] {
  const [first] = rows
  if (first === undefined) return []
  const kind = first.kind === 'PROCEDURE' ? 'procedure' : 'function'
  return [
    {
      schema: first.schema === current ? null : String(first.schema),
      name: String(first.name),
      kind,
      answers: kind === 'procedure' ? 'nothing' : 'value',
      returnType: kind === 'procedure' ? null : String(first.return_type),
      params: rows.filter(({ param }) => param !== null).map(paramOf),
    },
  ]
}

function paramOf({ param, mode, param_type }: DatabaseRow): RoutineParam {
  const dbType = String(param_type)
  return {
    name: String(param),
    mode: mode === 'OUT' || mode === 'INOUT' ? mode : 'IN',
    dbType,
    ...columnSizes(readColumnType(dbType)),
    default: null,
    optional: false,
  }
}
