import { isRecord } from '../wire/is-record.ts'

const types = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']
const annotations = ['title', 'description', 'example', 'examples', 'format', 'deprecated', '$comment']
const keywords = new Set([
  'type',
  'enum',
  'const',
  'default',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'nullable',
  ...annotations,
])

/** What a schema has that is not enforced here, as the rest of a sentence, or `null`. Patterns are left out, as they can take for ever. */
export function schemaProblem(schema: unknown, depth = 0): string | null {
  if (!isRecord(schema)) return 'must be a JSON Schema.'
  if (depth > 16) return 'is nested too deeply.'
  const unknown = Object.keys(schema).find((name) => !keywords.has(name))
  if (unknown !== undefined) return `the keyword '${unknown.slice(0, 64)}' is not supported.`
  const named = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type]
  if (named.some((name) => !types.includes(String(name)))) return `type must be one of ${types.join(', ')}.`
  const { items, properties = {}, required = [] } = schema
  if (!isRecord(properties)) return 'properties must be an object.'
  if (!Array.isArray(required)) return 'required must be a list of names.'
  if (schema.enum !== undefined && !Array.isArray(schema.enum)) return 'enum must be a list.'
  const within = [...Object.values(properties), ...(items === undefined ? [] : [items])]
  for (const each of within) {
    const problem = schemaProblem(each, depth + 1)
    if (problem !== null) return problem
  }
  return null
}

/**
 * A value with the defaults of its schema, and everything that is wrong with it, as sentences. `isText`: values are texts of a path, query or
 * header, which become numbers, true and false, and lists where the schema says so.
 */
export function readBySchema(
  schema: Readonly<Record<string, unknown>>,
  value: unknown,
  options: { readonly at: string; readonly isText: boolean },
): { readonly value: unknown; readonly problems: readonly string[] } {
  const problems: string[] = []
  return { value: read(schema, value, options.at), problems }

  function read(own: Readonly<Record<string, unknown>>, input: unknown, at: string): unknown {
    const named: readonly unknown[] = Array.isArray(own.type) ? own.type : own.type === undefined ? [] : [own.type]
    const sent = options.isText && typeof input === 'string' ? typed(input, named) : input
    if (sent === null && (own.nullable === true || named.includes('null'))) return null
    if (named.length > 0 && !named.some((name) => isOf(String(name), sent))) {
      problems.push(`${at} must be ${named.map((name) => called[String(name)] ?? String(name)).join(' or ')}.`)
      return sent
    }
    const wrong = boundProblem(own, sent)
    if (wrong !== null) problems.push(`${at} ${wrong}`)
    if (Array.isArray(sent) && isRecord(own.items)) {
      const { items } = own
      return sent.map((each, index) => read(items as Readonly<Record<string, unknown>>, each, `${at}.${index}`))
    }
    return isRecord(sent) ? readMembers(own, sent, at) : sent
  }

  function readMembers(own: Readonly<Record<string, unknown>>, sent: Record<string, unknown>, at: string): unknown {
    const properties = isRecord(own.properties) ? own.properties : {}
    const required: readonly unknown[] = Array.isArray(own.required) ? own.required : []
    const members: Record<string, unknown> = {}
    for (const [name, member] of Object.entries(sent)) {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (isRecord(property)) members[name] = read(property, member, `${at}.${name.slice(0, 64)}`)
      else if (own.additionalProperties === false) problems.push(`${at}.${name.slice(0, 64)} is not known.`)
      else members[name] = member
    }
    for (const [name, property] of Object.entries(properties)) {
      if (Object.hasOwn(sent, name)) continue
      if (isRecord(property) && property.default !== undefined) members[name] = property.default
      else if (required.includes(name)) problems.push(`${at}.${name} is required.`)
    }
    return members
  }
}

const called: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function typed(text: string, named: readonly unknown[]): unknown {
  if (named.includes('integer') && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (named.includes('number') && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text)
  if (named.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (named.includes('array')) return text === '' ? [] : text.split(',')
  return text
}

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value)
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

function boundProblem(schema: Readonly<Record<string, unknown>>, value: unknown): string | null {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema
  const among = Array.isArray(schema.enum) ? schema.enum : schema.const === undefined ? null : [schema.const]
  if (among !== null && !among.some((each) => JSON.stringify(each) === JSON.stringify(value)))
    return `must be one of ${among
      .map((each) => JSON.stringify(each))
      .join(', ')
      .slice(0, 200)}.`
  if (typeof value === 'string') {
    if (typeof minLength === 'number' && value.length < minLength) return `must have at least ${minLength} characters.`
    if (typeof maxLength === 'number' && value.length > maxLength) return `may have at most ${maxLength} characters.`
  }
  if (typeof value === 'number') {
    if (typeof minimum === 'number' && value < minimum) return `must be ${minimum} or more.`
    if (typeof maximum === 'number' && value > maximum) return `must be ${maximum} or less.`
  }
  if (Array.isArray(value)) {
    if (typeof minItems === 'number' && value.length < minItems) return `must have at least ${minItems} values.`
    if (typeof maxItems === 'number' && value.length > maxItems) return `may have at most ${maxItems} values.`
  }
  return null
}
