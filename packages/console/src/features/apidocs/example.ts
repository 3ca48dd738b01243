import { isObject, type Json, textOf } from './api-document.ts'
import { flattened } from './schema.ts'

const deepest = 4
const maxSteps = 12

/**
 * Returns an example value for a schema: of objects the required properties or, if none is, the writable ones of plain types. `number`: the
 * example of numbers.
 */
export function exampleOf(root: Json, schema: unknown, number = 1, depth = 0): unknown {
  if (depth > maxSteps) return null
  const own = flattened(root, schema)
  if (own.example !== undefined) return own.example
  if (Array.isArray(own.examples) && own.examples.length > 0) return own.examples[0]
  if (own.const !== undefined) return own.const
  if (own.default !== undefined) return own.default
  if (Array.isArray(own.enum) && own.enum.length > 0) return own.enum[0]
  const variant = [own.anyOf, own.oneOf].flat().find((each) => isObject(each))
  if (variant !== undefined && own.type === undefined) return exampleOf(root, variant, number, depth + 1)
  const type = Array.isArray(own.type) ? own.type.find((each) => each !== 'null') : own.type
  if (type === 'array' || own.items !== undefined) {
    return depth >= deepest || own.items === undefined ? [] : [exampleOf(root, own.items, number, depth + 1)]
  }
  if (type === 'object' || isObject(own.properties)) return depth >= deepest ? {} : objectOf(root, own, number, depth)
  if (type === 'integer' || type === 'number') return typeof own.minimum === 'number' ? own.minimum : number
  if (type === 'boolean') return false
  return type === 'string' ? textExample(textOf(own.format)).slice(0, roomOf(own)) : null
}

function objectOf(root: Json, schema: Json, number: number, depth: number): Json {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  const members = Object.entries(isObject(schema.properties) ? schema.properties : {}).flatMap(([name, member]) => {
    const own = flattened(root, member)
    if (own.readOnly === true) return []
    const isShown = required.length > 0 ? required.includes(name) : isPlain(own)
    return isShown ? [[name, exampleOf(root, member, number, depth + 1)] as const] : []
  })
  return Object.fromEntries(members)
}

/** Arrays and objects often refer to related records, which a first call does not need. */
function isPlain({ type, items, properties, anyOf, oneOf }: Json): boolean {
  const types = Array.isArray(type) ? type : [type]
  const nested = items !== undefined || properties !== undefined || anyOf !== undefined || oneOf !== undefined
  return !nested && !types.includes('object') && !types.includes('array')
}

function roomOf({ maxLength }: Json): number {
  return typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY
}

function textExample(format: string): string {
  if (format === 'date') return '2026-01-31'
  if (format === 'date-time') return '2026-01-31T12:00:00Z'
  if (format === 'time') return '12:00:00'
  if (format === 'email') return 'ada@example.com'
  return format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : 'text'
}
