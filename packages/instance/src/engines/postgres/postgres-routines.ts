import { schemaSetting } from '@millwright/connector/config-values'
import { columnSizes, readColumnType } from '@millwright/connector/engine/column-type'
import type { RoutineDialect } from '@millwright/connector/engine/engine'
import { type Routine, type RoutineParam, takesValue } from '@millwright/connector/engine/routine'
import type { BoundValue, DatabaseRow } from '@millwright/connector/engine/statement'
import { isRecord } from '@millwright/contract/wire/is-record'
import { defaultPostgresSchema, postgresDialect } from './postgres-dialect.ts'

/** Stored procedures and functions of PostgreSQL, excluding those of extensions, trigger functions and aggregates. */
export const postgresRoutines: RoutineDialect = {
  async list(session, settings) {
    const { rows } = await session.run({ sql: listQuery, values: [schemaSetting(settings, defaultPostgresSchema)] })
    return rows.map(routineOf)
  },

  async call(session, routine, values) {
    const { quote, table } = postgresDialect
    const bound: BoundValue[] = []
    const passed = routine.params.flatMap((param, index) => {
      const value = values[index]
      // Procedures need a placeholder for output parameters, functions must not have one.
      if (!takesValue(param)) return routine.kind === 'procedure' ? [`NULL::${param.dbType}`] : []
      if (value === undefined) return []
      bound.push(value)
      const placed = `${param.takesRest ? 'VARIADIC ' : ''}$${bound.length}::${param.dbType}`
      return [allNamed(routine) ? placed.replace('$', () => `${quote(param.name)} => $`) : placed]
    })
    const called = `${table(routine)}(${passed.join(', ')})`
    if (routine.kind === 'function') {
      const { rows } = await session.run({ sql: `SELECT * FROM ${called}`, values: bound })
      return { sets: [rows], outputs: null }
    }
    const { rows } = await session.run({ sql: `CALL ${called}`, values: bound })
    return { sets: [], outputs: rows[0] ?? null }
  },
}

/** Parameters in the middle can only be omitted if all have names. */
function allNamed({ kind, params }: Routine): boolean {
  return kind === 'function' && params.every(({ name }) => !/^\$\d+$/.test(name))
}

const listQuery = `
  SELECT n.nspname AS schema, p.proname AS name, p.prokind = 'p' AS is_procedure, p.proretset AS returns_set,
    rt.typname AS return_name, rt.typtype AS return_kind, pg_catalog.format_type(p.prorettype, NULL) AS return_type,
    (SELECT json_agg(json_build_object(
        'name', COALESCE(NULLIF(p.proargnames[a.place], ''), '$' || a.place),
        'mode', COALESCE(p.proargmodes[a.place]::text, 'i'),
        'type', pg_catalog.format_type(a.type, NULL),
        'default', pg_catalog.pg_get_function_arg_default(p.oid, a.place::int)) ORDER BY a.place)
      FROM unnest(COALESCE(p.proallargtypes, p.proargtypes::oid[])) WITH ORDINALITY AS a(type, place))::text AS params,
    p.pronargdefaults AS defaults
  FROM pg_catalog.pg_proc p
  JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
  JOIN pg_catalog.pg_type rt ON rt.oid = p.prorettype
  WHERE p.prokind IN ('p', 'f') AND rt.typname NOT IN ('trigger', 'event_trigger')
    AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
    AND ($1::text IS NULL OR n.nspname = $1::text)
    AND has_schema_privilege(n.oid, 'USAGE') AND has_function_privilege(p.oid, 'EXECUTE')
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
  ORDER BY n.nspname, p.proname, p.oid`

function routineOf(row: DatabaseRow): Routine {
  const listed = readParams(row.params)
  const params = listed.filter(({ mode }) => mode !== 't')
  const going = params.filter(({ mode }) => mode !== 'o')
  const firstOptional = going.length - Number(row.defaults)
  const kind = row.is_procedure === true ? 'procedure' : 'function'
  return {
    schema: row.schema === defaultPostgresSchema ? null : String(row.schema),
    name: String(row.name),
    kind,
    answers: kind === 'procedure' ? 'nothing' : answersOf(row, listed),
    returnType: kind === 'procedure' ? null : String(row.return_type),
    params: params.map((param): RoutineParam => {
      const place = going.indexOf(param)
      return {
        name: param.name,
        mode: modes[param.mode] ?? 'IN',
        dbType: param.type,
        ...columnSizes(readColumnType(param.type)),
        default: param.default,
        optional: place >= firstOptional,
        ...(param.mode === 'v' ? { takesRest: true as const } : {}),
      }
    }),
  }
}

const modes: Readonly<Record<string, RoutineParam['mode']>> = { i: 'IN', o: 'OUT', b: 'INOUT', v: 'IN' }

function answersOf(row: DatabaseRow, params: readonly ListedParam[]): Routine['answers'] {
  const composite = row.return_kind === 'c' || row.return_name === 'record'
  const comingOut = params.filter(({ mode }) => mode !== 'i' && mode !== 'v').length
  return row.returns_set === true || composite || comingOut > 1 ? 'rows' : 'value'
}

interface ListedParam {
  readonly name: string
  readonly mode: string
  readonly type: string
  readonly default: string | null
}

function readParams(json: unknown): ListedParam[] {
  const listed: unknown = typeof json === 'string' ? JSON.parse(json) : []
  if (!Array.isArray(listed)) return []
  return listed.filter(isRecord).map((param) => ({
    name: String(param.name),
    mode: String(param.mode),
    type: String(param.type),
    default: typeof param.default === 'string' ? param.default : null,
  }))
}
