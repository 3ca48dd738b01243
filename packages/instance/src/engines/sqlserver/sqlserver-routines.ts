import { schemaSetting } from '@millwright/connector/config-values'
import type { RoutineDialect, Session } from '@millwright/connector/engine/engine'
import type { Routine, RoutineArguments, RoutineParam, RoutineResult } from '@millwright/connector/engine/routine'
import type { BoundValue, DatabaseRow, Statement } from '@millwright/connector/engine/statement'
import { catalogType, defaultSchema, sqlServerDialect } from './sqlserver-dialect.ts'
import { routineQuery } from './sqlserver-introspection.ts'

const { quote, table } = sqlServerDialect

/** Stored procedures and functions of SQL Server. */
export const sqlServerRoutines: RoutineDialect = {
  async list(session, settings) {
    const { rows } = await session.run({ sql: routineQuery, values: [schemaSetting(settings, defaultSchema)] })
    return [...Map.groupBy(rows, ({ oid }) => oid).values()].flatMap(routineOf)
  },
  call: callRoutine,
}

async function callRoutine(session: Session, routine: Routine, values: RoutineArguments): Promise<RoutineResult> {
  const outcome = await session.run(callStatement(routine, values))
  const sets = outcome.sets ?? (outcome.rows.length > 0 ? [outcome.rows] : [])
  const comesOut = routine.params.some(({ mode }) => mode !== 'IN')
  // Output parameters are selected last.
  return comesOut ? { sets: sets.slice(0, -1), outputs: sets.at(-1)?.[0] ?? null } : { sets, outputs: null }
}

/** A batch that declares variables for the output parameters, calls the routine, and selects the variables. */
export function callStatement(routine: Routine, values: RoutineArguments): Statement {
  const bound: BoundValue[] = []
  const placed = (value: BoundValue) => `@p${bound.push(value)}`
  if (routine.kind === 'function') {
    const passed = values.map((value) => (value === undefined ? 'DEFAULT' : placed(value))).join(', ')
    const called = `${table(routine)}(${passed})`
    const sql = routine.answers === 'rows' ? `SELECT * FROM ${called}` : `SELECT ${called} AS ${quote(routine.name)}`
    return { sql, values: bound }
  }
  const declarations: string[] = []
  const passed: string[] = []
  const selected: string[] = []
  for (const [index, { mode, name, dbType }] of routine.params.entries()) {
    const value = values[index]
    const own = `@${name}`
    if (mode === 'IN') {
      if (value !== undefined) passed.push(`${own} = ${placed(value)}`)
      continue
    }
    const variable = `@out${index}`
    declarations.push(`DECLARE ${variable} ${dbType} = ${placed(value ?? null)};`)
    passed.push(`${own} = ${variable} OUTPUT`)
    selected.push(`${variable} AS ${quote(name)}`)
  }
  const select = selected.length === 0 ? '' : ` SELECT ${selected.join(', ')};`
  return {
    sql: `${declarations.join(' ')} EXEC ${table(routine)} ${passed.join(', ')};${select}`.trim(),
    values: bound,
  }
}

function routineOf(rows: readonly DatabaseRow[]): Routine[] {
  const [first] = rows
  if (first === undefined) return []
  const kind = String(first.kind).trim() === 'P' ? 'procedure' : 'function'
  // The return value of a function is its parameter 0.
  const value = rows.find(({ place }) => place === 0)
  const params = rows.filter(({ place }) => typeof place === 'number' && place > 0)
  return [
    {
      schema: first.schema === defaultSchema ? null : String(first.schema),
      name: String(first.name),
      kind,
      answers: kind === 'procedure' ? 'nothing' : value === undefined ? 'rows' : 'value',
      returnType: kind === 'function' && value !== undefined ? catalogType(value).dbType : null,
      params: params.map(paramOf),
    },
  ]
}

/**
 * The catalog has no defaults for procedures in SQL, so any parameter counts as optional, and the server reports an error if it
 * is not.
 */
function paramOf(row: DatabaseRow): RoutineParam {
  return {
    name: String(row.param).replace(/^@/, ''),
    mode: row.is_output === true ? 'INOUT' : 'IN',
    ...catalogType(row),
    default: null,
    optional: true,
  }
}
