import type { Schema } from '@millwright/connector/openapi'
import { shapeOf } from '@millwright/contract/custom-apis/endpoint-path'
import type { ApiChange } from '@millwright/contract/records/custom-api'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type DescribedEndpoint, type EndpointShape, sentPlaces } from './describe-endpoints.ts'
import { propertiesOf } from './described-requests.ts'

/** An endpoint with what its description says about it. */
export interface ComparedEndpoint {
  readonly endpoint: DescribedEndpoint
  readonly shape: EndpointShape
}

type Found = Omit<ApiChange, 'endpoint'>

/** The differences of two states of an API as its callers see them, breaking ones first. */
export function compareEndpoints(
  before: readonly ComparedEndpoint[],
  after: readonly ComparedEndpoint[],
): readonly ApiChange[] {
  const earlier = new Map(before.map((each) => [keyOf(each), each]))
  const later = new Map(after.map((each) => [keyOf(each), each]))
  const gone = before.filter((each) => !later.has(keyOf(each)))
  const changes = [
    ...gone.map((each) => ({ ...change(true, 'endpoint.removed', ''), endpoint: nameOf(each) })),
    ...after.flatMap((each) => {
      const other = earlier.get(keyOf(each))
      const found = other === undefined ? [change(false, 'endpoint.added', '')] : compared(other, each)
      return found.map((one) => ({ ...one, endpoint: nameOf(each) }))
    }),
  ]
  return changes.toSorted((one, other) => Number(other.breaking) - Number(one.breaking))
}

const keyOf = ({ endpoint: { method, path } }: ComparedEndpoint) => `${method} ${shapeOf(path)}`
const nameOf = ({ endpoint: { method, path } }: ComparedEndpoint) => `${method} ${path}`

function compared(before: ComparedEndpoint, after: ComparedEndpoint): readonly Found[] {
  const earlier = before.shape
  const later = after.shape
  // Names of path parameters mean nothing to callers.
  const places = sentPlaces.filter((place) => place !== 'path' || before.endpoint.path === after.endpoint.path)
  const shown = [
    ...places.flatMap((place) => comparedSent(earlier.sent[place], later.sent[place], place)),
    ...(earlier.status === later.status
      ? []
      : [change(true, 'answer.status', '', String(earlier.status), String(later.status))]),
    ...comparedAnswer(earlier.answer, later.answer, 'answer'),
  ]
  const isSameText = textOf(before.endpoint) === textOf(after.endpoint)
  const isSamePlan = planOf(before.endpoint) === planOf(after.endpoint)
  return [
    ...shown,
    ...(isSameText ? [] : [change(false, 'endpoint.described', '')]),
    ...(isSamePlan || shown.length > 0 ? [] : [change(false, 'endpoint.steps', '')]),
  ]
}

const textOf = ({ label, description }: DescribedEndpoint) => JSON.stringify([label ?? '', description ?? ''])
const planOf = ({ execution_plan, response_mapping }: DescribedEndpoint) =>
  JSON.stringify([execution_plan, response_mapping ?? null])

/** What callers may send: less than before is breaking. */
function comparedSent(before: Schema | null, after: Schema | null, at: string): readonly Found[] {
  if (before === null || after === null) return before === after ? [] : membersSent(before ?? empty, after ?? empty, at)
  const types = typesOf(before)
  const values = typesOf(after)
  const isNarrower = types === null ? values !== null : values !== null && !types.every((type) => has(values, type))
  if (JSON.stringify(types) !== JSON.stringify(values))
    return [change(isNarrower, 'sent.type', at, typeText(before), typeText(after))]
  const own = boundsText(before)
  const others = boundsText(after)
  const bounds = own === others ? [] : [change(isBoundedMore(before, after), 'sent.values', at, own, others)]
  return [...bounds, ...membersSent(before, after, at), ...itemsOf(before, after, at, comparedSent)]
}

const empty: Schema = { type: 'object' }

function membersSent(before: Schema, after: Schema, at: string): readonly Found[] {
  const earlier = propertiesOf(before)
  const later = propertiesOf(after)
  const isNeeded = (schema: Schema, name: string) => Array.isArray(schema.required) && schema.required.includes(name)
  const isClosed = at === 'query' || after.additionalProperties === false
  return [
    ...Object.keys(earlier)
      .filter((name) => later[name] === undefined)
      .map((name) => change(isClosed, 'sent.removed', `${at}.${name}`)),
    ...Object.entries(later).flatMap(([name, own]) => {
      const other = earlier[name]
      const place = `${at}.${name}`
      const required = isNeeded(after, name) && own.default === undefined
      if (other === undefined) return [change(required, 'sent.added', place, null, typeText(own))]
      const wasRequired = isNeeded(before, name) && other.default === undefined
      return [
        ...(required === wasRequired ? [] : [change(required, required ? 'sent.required' : 'sent.optional', place)]),
        ...comparedSent(other, own, place),
      ]
    }),
  ]
}

/** What callers get: another type than before, or a member less, is breaking. */
function comparedAnswer(before: Schema, after: Schema, at: string): readonly Found[] {
  const types = typesOf(before)
  const values = typesOf(after)
  const isWider = types !== null && (values === null || !values.every((type) => has(types, type)))
  if (JSON.stringify(types) !== JSON.stringify(values))
    return [change(isWider, 'answer.type', at, typeText(before), typeText(after))]
  const own = choicesText(before)
  const others = choicesText(after)
  const earlier = propertiesOf(before)
  const later = propertiesOf(after)
  return [
    ...(own === others ? [] : [change(false, 'answer.values', at, own, others)]),
    ...Object.keys(earlier)
      .filter((name) => later[name] === undefined)
      // Nothing is known of an object without members, which may have it still.
      .map((name) => change(after.properties !== undefined, 'answer.removed', `${at}.${name}`)),
    ...Object.entries(later).flatMap(([name, each]) => {
      const other = earlier[name]
      const place = `${at}.${name}`
      return other === undefined
        ? [change(false, 'answer.added', place, null, typeText(each))]
        : comparedAnswer(other, each, place)
    }),
    ...itemsOf(before, after, at, comparedAnswer),
  ]
}

function itemsOf(before: Schema, after: Schema, at: string, compare: typeof comparedAnswer): readonly Found[] {
  const own = before.items
  const other = after.items
  if (own === undefined && other === undefined) return []
  return compare(isRecord(own) ? own : {}, isRecord(other) ? other : {}, `${at}[]`)
}

/** In their order; `null`: any. */
function typesOf(schema: Schema): readonly string[] | null {
  const { type, anyOf, nullable } = schema
  const named = Array.isArray(anyOf) ? anyOf.flatMap((each) => (isRecord(each) ? (typesOf(each) ?? []) : [])) : type
  const types = named === undefined ? [] : [named].flat().map(String)
  if (types.length === 0) return null
  return [...new Set(nullable === true ? [...types, 'null'] : types)].toSorted()
}

const has = (types: readonly string[], type: string) =>
  types.includes(type) || (type === 'integer' && types.includes('number'))

const typeText = (schema: Schema) => typesOf(schema)?.join(', ') ?? 'any'

/** Bounds, and whether more of them is less. */
const bounds = [
  ['minLength', 1],
  ['minimum', 1],
  ['minItems', 1],
  ['maxLength', -1],
  ['maximum', -1],
  ['maxItems', -1],
] as const

function boundsText(schema: Schema): string | null {
  const named = bounds.flatMap(([name]) => (schema[name] === undefined ? [] : [`${name} ${String(schema[name])}`]))
  const choices = choicesText(schema)
  const all = choices === null ? named : [choices, ...named]
  return all.length === 0 ? null : all.join(', ')
}

function choicesOf({ enum: choices, const: only }: Schema): readonly string[] | null {
  if (Array.isArray(choices)) return choices.map((each) => JSON.stringify(each))
  return only === undefined ? null : [JSON.stringify(only)]
}

const choicesText = (schema: Schema) => choicesOf(schema)?.join(', ').slice(0, 200) ?? null

function isBoundedMore(before: Schema, after: Schema): boolean {
  const own = choicesOf(before)
  const others = choicesOf(after)
  if (others !== null && (own === null || own.some((each) => !others.includes(each)))) return true
  return bounds.some(([name, sign]) => {
    const earlier = before[name]
    const later = after[name]
    if (typeof later !== 'number') return false
    return typeof earlier !== 'number' || sign * later > sign * earlier
  })
}

function change(
  breaking: boolean,
  kind: Found['kind'],
  at: string,
  from: string | null = null,
  to: string | null = null,
): Found {
  return { breaking, kind, at, from, to }
}
