import type { Engine } from '@millwright/connector/engine/engine'
import {
  type Routine,
  type RoutineArguments,
  type RoutineParam,
  takesValue,
} from '@millwright/connector/engine/routine'
import type { BoundValue } from '@millwright/connector/engine/statement'
import { type ValueFamily, valueFamily } from '@millwright/connector/engine/values/value-family'
import { Problem } from '@millwright/contract/problem'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import { valueReader } from '../../../../engines/values/value-reader.ts'
import { itemsIn } from '../../../../request/params.ts'
import { wireName } from '../schema/names.ts'

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

/**
 * Returns the overload that fits the arguments best, with their values: of those that accept them, the one with the fewest parameters
 * that are missing, and then the most whose types are those of the values. Throws 400 if none accepts them.
 */
export function chosenCall(
  engine: Engine,
  candidates: readonly [Routine, ...Routine[]],
  sent: SentArguments,
): { readonly routine: Routine; readonly values: RoutineArguments } {
  const problems: unknown[] = []
  let best: { readonly routine: Routine; readonly values: RoutineArguments; readonly rank: number } | null = null
  for (const routine of candidates) {
    try {
      const wrong = complaint(routine, sent)
      if (wrong !== null) throw new Problem(400, wrong)
      const values = routineArguments(engine, routine, sent)
      const rank = rankOf(engine, routine, sent)
      if (best === null || rank > best.rank) best = { routine, values, rank }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      problems.push(error)
    }
  }
  if (best === null) throw problems[0]
  return best
}

function rankOf(engine: Engine, routine: Routine, sent: SentArguments): number {
  let rank = 0
  for (const [param, value] of argumentsOf(routine, sent)) {
    if (value === undefined) rank -= param.optional || param.takesRest ? 1 : 100
    else if (kindOf(value) === kinds[valueFamily({ ...param, type: engine.schema.simpleType(param) })]) rank += 1
  }
  return rank
}

const kinds: Partial<Record<ValueFamily, string>> = {
  integer: 'number',
  decimal: 'number',
  float: 'number',
  boolean: 'boolean',
  text: 'string',
  array: 'object',
  json: 'object',
}

const kindOf = (value: unknown) => (value instanceof ExactNumber ? 'number' : typeof value)

/** Returns what is wrong with a call, or `null` if it is valid. */
function complaint(routine: Routine, sent: SentArguments): string | null {
  const taken = routine.params.filter(takesValue)
  const name = wireName(routine)
  if (sent.by === 'place') {
    return sent.values.length > taken.length && taken.at(-1)?.takesRest !== true
      ? `'${name}' takes ${taken.length === 1 ? 'one value' : `${taken.length} values`}, not ${sent.values.length}.`
      : null
  }
  const known = new Set(routine.params.map((param) => param.name.toLowerCase()))
  const unknown = [...sent.values.keys()].filter((each) => !known.has(each))
  return unknown.length > 0 ? `'${name}' has no parameter ${unknown.map((each) => `'${each}'`).join(', ')}.` : null
}

/** Returns one value of the right type per parameter; missing arguments become the default or null. Throws 400 for invalid values. */
function routineArguments(engine: Engine, routine: Routine, sent: SentArguments): RoutineArguments {
  const valuesByName = new Map(argumentsOf(routine, sent))
  return routine.params.map((param): BoundValue | undefined => {
    if (!takesValue(param)) return undefined
    const value = valuesByName.get(param)
    if (value === undefined) return param.optional ? undefined : param.takesRest ? '{}' : null
    const type = engine.schema.simpleType(param)
    return valueReader(engine.values, { ...param, apiName: param.name, type })(value)
  })
}

/** The value that was sent for each parameter that takes one. Further values, or a text with commas, are the list of the last. */
function argumentsOf({ params }: Routine, sent: SentArguments): [RoutineParam, unknown][] {
  return params.filter(takesValue).map((param, place): [RoutineParam, unknown] => {
    if (sent.by === 'name') return [param, listFor(param, sent.values.get(param.name.toLowerCase()))]
    const rest = sent.values.slice(place)
    return [param, listFor(param, param.takesRest && rest.length > 1 ? rest : rest[0])]
  })
}

function listFor({ takesRest }: RoutineParam, value: unknown): unknown {
  if (takesRest !== true || value === undefined || value === null || Array.isArray(value)) return value
  return typeof value === 'string' && !value.startsWith('{')
    ? itemsIn(value)
    : typeof value === 'string'
      ? value
      : [value]
}

/** A call at the end of a path: a name, and the arguments in parentheses; `null` without parentheses. */
export interface InlineCall {
  readonly name: string
  readonly values: readonly unknown[] | null
}

/**
 * Parses `add_contact(1,'O''Neil',null)`: quoted texts with doubled quotes, numbers, `true`, `false` and `null`; bare words are texts.
 * Throws 400 for unclosed quotes or parentheses (docs/wire/databases.md).
 */
export function readInlineCall(path: string): InlineCall {
  const open = path.indexOf('(')
  if (open < 0) return { name: path, values: null }
  if (!path.endsWith(')')) throw new Problem(400, 'The arguments of the call lack the closing parenthesis at its end.')
  const inside = path.slice(open + 1, -1)
  return { name: path.slice(0, open).trim(), values: inside.trim() === '' ? [] : splitValues(inside) }
}

const quoted = /^\s*(?:'((?:[^']|'')*)'|"((?:[^"]|"")*)")\s*(?:,|$)/s
const bare = /^\s*([^'",][^,]*?)?\s*(?:,|$)/s

function splitValues(text: string): unknown[] {
  const values: unknown[] = []
  let rest = text
  let more = true
  while (more) {
    const inQuotes = quoted.exec(rest)
    const found = inQuotes ?? bare.exec(rest)
    if (found === null)
      throw new Problem(400, `The arguments of the call cannot be read from "${rest.slice(0, 50)}" on.`)
    const [whole, first, second] = found
    if (inQuotes === null) values.push(readBare(first ?? ''))
    else values.push(first?.replaceAll("''", "'") ?? second?.replaceAll('""', '"') ?? '')
    more = whole.endsWith(',')
    rest = rest.slice(whole.length)
  }
  return values
}

/** Numbers stay texts, so that they lose no digits. */
function readBare(word: string): unknown {
  const lower = word.toLowerCase()
  if (lower === 'null' || lower === '') return null
  if (lower === 'true') return true
  return lower === 'false' ? false : word
}
