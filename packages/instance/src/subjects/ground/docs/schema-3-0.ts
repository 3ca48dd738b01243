import { isRecord } from '@millwright/contract/wire/is-record'

type Json = Readonly<Record<string, unknown>>

/** Members of a 3.0 schema with the same meaning in 3.1. */
const sameIn30 = new Set([
  'title',
  'multipleOf',
  'maximum',
  'minimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxProperties',
  'minProperties',
  'description',
  'format',
  'default',
  'discriminator',
  'readOnly',
  'writeOnly',
  'example',
  'externalDocs',
  'deprecated',
  'xml',
])

/** Matches only null, which in 3.0 is a value that a type may allow besides its own. */
const onlyNull: Json = { type: 'string', nullable: true, enum: [null] }

/**
 * Converts a schema of OpenAPI 3.1 (JSON Schema 2020-12) to 3.0.3: `nullable` for the type null, `enum` for `const`, booleans for
 * exclusive limits, `example` for `examples`, `byte` and `binary` for encodings. Members without a counterpart are dropped, which makes it
 * looser.
 */
export function schemaOf30(schema: unknown): Json {
  if (schema === false) return { not: {} }
  if (!isRecord(schema)) return {}
  if (typeof schema.$ref === 'string') return reference30(schema, schema.$ref)
  const kept = Object.entries(schema).filter(([name]) => sameIn30.has(name) || name.startsWith('x-'))
  return withAlternatives(schema, {
    ...Object.fromEntries(kept),
    ...limits(schema),
    ...values(schema),
    ...parts(schema),
    ...encoding(schema),
  })
}

/** In 3.0, siblings of a reference are ignored. */
function reference30({ $ref: _ref, ...beside }: Json, $ref: string): Json {
  const more = schemaOf30(beside)
  return Object.keys(more).length === 0 ? { $ref } : withAll(more, { $ref })
}

function limits({ minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below }: Json): Json {
  const isAbove = typeof above === 'number' && !(typeof minimum === 'number' && minimum > above)
  const isBelow = typeof below === 'number' && !(typeof maximum === 'number' && maximum < below)
  return {
    ...(isAbove ? { minimum: above, exclusiveMinimum: true } : {}),
    ...(isBelow ? { maximum: below, exclusiveMaximum: true } : {}),
  }
}

function values(schema: Json): Json {
  const { enum: choices, examples, required } = schema
  return {
    ...(Object.hasOwn(schema, 'const') ? { enum: [schema.const] } : {}),
    ...(Array.isArray(choices) && choices.length > 0 ? { enum: choices } : {}),
    ...(Array.isArray(examples) && examples.length > 0 && schema.example === undefined ? { example: examples[0] } : {}),
    ...(Array.isArray(required) && required.length > 0 ? { required } : {}),
  }
}

function parts(schema: Json): Json {
  const { properties, patternProperties, additionalProperties: more, items, prefixItems, not, allOf } = schema
  const byPattern = isRecord(patternProperties) && Object.keys(patternProperties).length > 0
  return {
    ...(isRecord(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, schemaOf30(each)])) }
      : {}),
    ...(more === undefined || byPattern
      ? {}
      : { additionalProperties: typeof more === 'boolean' ? more : schemaOf30(more) }),
    ...(Array.isArray(prefixItems) ? { items: {} } : items === undefined ? {} : { items: schemaOf30(items) }),
    // Looser alternatives inside a negation would make it stricter.
    ...(isRecord(not) && Object.keys(not).length === 0 ? { not: {} } : {}),
    ...(Array.isArray(allOf) && allOf.length > 0 ? { allOf: allOf.map(schemaOf30) } : {}),
  }
}

function encoding({ contentEncoding, contentMediaType, format }: Json): Json {
  if (format !== undefined) return {}
  if (contentEncoding === 'base64') return { format: 'byte' }
  return contentMediaType === 'application/octet-stream' ? { format: 'binary' } : {}
}

/** Adds the types and alternatives that a schema allows. */
function withAlternatives(schema: Json, result: Json): Json {
  const alternatives = (['anyOf', 'oneOf'] as const).flatMap((name) => {
    const each = schema[name]
    return Array.isArray(each) && each.length > 0 ? [{ [name]: each.map(schemaOf30) }] : []
  })
  let all = result
  for (const group of [...typeAlternatives(schema, result), ...alternatives]) {
    all = Object.keys(group).some((name) => name in all) ? withAll(all, group) : { ...all, ...group }
  }
  return all
}

function typeAlternatives({ type }: Json, result: Json): Json[] {
  const types = [type].flat().filter((each) => typeof each === 'string')
  if (types.length === 0) return []
  const named = types.filter((each) => each !== 'null')
  const nullable = named.length < types.length
  const typed = named.map((each, at) => ({
    type: each,
    ...(each === 'array' && (result.items === undefined || named.length > 1) ? { items: result.items ?? {} } : {}),
    ...(nullable && at === 0 ? { nullable } : {}),
  }))
  const [only = onlyNull] = typed
  return [typed.length > 1 ? { anyOf: typed } : only]
}

function withAll(schema: Json, more: Json): Json {
  const before = Array.isArray(schema.allOf) ? schema.allOf : []
  return { ...schema, allOf: [...before, more] }
}
