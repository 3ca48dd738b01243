import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Engine } from '../../../engines/engine.ts'
import { type Routine, type RoutineArguments, takesValue } from '../../../engines/routine.ts'
import type { BoundValue } from '../../../engines/statement.ts'
import { valueReader } from '../../../engines/values/value-reader.ts'
import { wireName } from '../schema/table-name.ts'

/** Arguments as sent: by position, or by name in lower case. */
export type SentArguments =
  | { readonly by: 'place'; readonly values: readonly unknown[] }
  | { readonly by: 'name'; readonly values: ReadonlyMap<string, unknown> }

/** Reads `params` of a body: `{"n":1}`, `[{"name":"n","value":1}]` or `[1]`; returns `null` if absent. */
export function readSentParams(params: unknown): SentArguments | null {
  if (params === undefined || params === null) return null
  if (isRecord(params)) return byName(Object.entries(params))
  if (!Array.isArray(params)) throw new Problem(400, "'params' must be an object or a list.")
  const named = params.flatMap((each) =>
    isRecord(each) && typeof each.name === 'string' ? [[each.name, each.value] as const] : [],
  )
  return named.length === params.length && params.length > 0 ? byName(named) : { by: 'place', values: params }
}

export function byName(values: Iterable<readonly [string, unknown]>): SentArguments {
  const named = new Map<string, unknown>()
  for (const [name, value] of values) named.set(name.toLowerCase(), value)
  return { by: 'name', values: named }
}

/** Returns the first overload that accepts the arguments. Throws 400 if none does. */
export function chosenRoutine(candidates: readonly [Routine, ...Routine[]], sent: SentArguments): Routine {
  const fitting = candidates.find((routine) => complaint(routine, sent) === null)
  if (fitting !== undefined) return fitting
  throw new Problem(400, complaint(candidates[0], sent) ?? 'The call has the wrong arguments.')
}

/** Returns what is wrong with a call, or `null` if it is valid. */
function complaint(routine: Routine, sent: SentArguments): string | null {
  const taken = routine.params.filter(takesValue)
  const name = wireName(routine)
  if (sent.by === 'place') {
    return sent.values.length > taken.length
      ? `'${name}' takes ${taken.length === 1 ? 'one value' : `${taken.length} values`}, not ${sent.values.length}.`
      : null
  }
  const known = new Set(routine.params.map((param) => param.name.toLowerCase()))
  const unknown = [...sent.values.keys()].filter((each) => !known.has(each))
  return unknown.length > 0 ? `'${name}' has no parameter ${unknown.map((each) => `'${each}'`).join(', ')}.` : null
}

/** Returns one value of the right type per parameter; missing arguments become the default or null. Throws 400 for invalid values. */
export function routineArguments(engine: Engine, routine: Routine, sent: SentArguments): RoutineArguments {
  let place = 0
  return routine.params.map((param): BoundValue | undefined => {
    if (!takesValue(param)) return undefined
    const value = sent.by === 'place' ? sent.values[place] : sent.values.get(param.name.toLowerCase())
    place += 1
    if (value === undefined) return param.optional ? undefined : null
    const type = engine.schema.simpleType(param)
    return valueReader(engine.values, { ...param, apiName: param.name, type })(value)
  })
}
