import type { Engine } from '@millwright/connector/engine/engine'
import type { Routine, RoutineResult } from '@millwright/connector/engine/routine'
import type { DatabaseRow } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { parseExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import { familyWriter, valueWriter, type WriteValue } from '../../../../engines/values/value-writer.ts'

/** The requested form of the result (docs/wire/databases.md). */
export interface AnswerForm {
  /** Reduces the result to its first value, with this type; `null`: the whole result. */
  readonly returns: WriteValue | null
  /** Types of columns and output parameters, by name in lower case. */
  readonly types: ReadonlyMap<string, WriteValue>
  readonly wrapper: string | null
}

/** Reads `returns`, `schema` and `wrapper` of a body. Throws 400 for unknown types. */
export function readAnswerForm(body: Readonly<Record<string, unknown>>): AnswerForm {
  const { returns, schema, wrapper } = body
  const kept = typeof returns !== 'string' || returns.trim() === '' || returns.trim().toLowerCase() === 'table'
  const columns = isRecord(schema) ? Object.entries(schema) : []
  return {
    returns: kept ? null : writerOf(returns),
    types: new Map(columns.map(([name, type]) => [name.toLowerCase(), writerOf(typeof type === 'string' ? type : '')])),
    wrapper: typeof wrapper === 'string' && wrapper !== '' ? wrapper : null,
  }
}

/** Returns the response to a call: rows, lists of rows, one value, or an object with output parameters. */
export function callAnswer(engine: Engine, routine: Routine, result: RoutineResult, form: AnswerForm): unknown {
  const sets = result.sets.map((rows) => rows.map((row) => writtenRow(row, form.types)))
  if (form.returns !== null) return firstValue(result, form.returns)
  if (routine.answers === 'value') {
    const type = routine.returnType ?? 'text'
    const write = valueWriter({
      type: engine.schema.simpleType({ dbType: type, length: null, precision: null }),
      dbType: type,
    })
    return firstValue(result, form.types.get(routine.name.toLowerCase()) ?? write)
  }
  const rows = sets.length > 1 ? sets : (sets[0] ?? [])
  if (result.outputs === null) return form.wrapper === null ? rows : { [form.wrapper]: rows }
  const outputs = writtenRow(result.outputs, new Map([...outputTypes(engine, routine), ...form.types]))
  return sets.length === 0 ? outputs : { [form.wrapper ?? 'resource']: rows, ...outputs }
}

function outputTypes(engine: Engine, { params }: Routine): [string, WriteValue][] {
  return params
    .filter(({ mode }) => mode !== 'IN')
    .map((param) => [
      param.name.toLowerCase(),
      valueWriter({ type: engine.schema.simpleType(param), dbType: param.dbType }),
    ])
}

function firstValue({ sets, outputs }: RoutineResult, write: WriteValue): unknown {
  const row = sets[0]?.[0] ?? outputs ?? {}
  const [value = null] = Object.values(row)
  return value === null ? null : write(value)
}

function writtenRow(row: DatabaseRow, types: AnswerForm['types']): DatabaseRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value === null ? null : (types.get(name.toLowerCase()) ?? asItIs)(value),
    ]),
  )
}

const asItIs = familyWriter('text')

function writerOf(type: string): WriteValue {
  const write = writers[type.trim().toLowerCase()]
  if (write !== undefined) return write
  throw new Problem(400, `'${type}' is not a type of a result; use one of ${Object.keys(writers).join(', ')}.`)
}

const text: WriteValue = (value) => (value instanceof Uint8Array ? asItIs(value) : String(value))
const whole: WriteValue = (value) => {
  const number = familyWriter('integer')(value)
  return typeof number === 'number' ? Math.trunc(number) : number
}

const writers: Readonly<Record<string, WriteValue>> = {
  int: whole,
  integer: whole,
  decimal: familyWriter('decimal'),
  double: familyWriter('float'),
  float: familyWriter('float'),
  boolean: familyWriter('boolean'),
  bool: familyWriter('boolean'),
  string: text,
  time: text,
  date: text,
  datetime: text,
  timestamp: text,
  json(value) {
    try {
      return typeof value === 'string' ? parseExact(value) : asItIs(value)
    } catch {
      return value
    }
  },
}
