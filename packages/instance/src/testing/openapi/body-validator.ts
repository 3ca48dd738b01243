import type { AnySchemaObject, ErrorObject, Options, ValidateFunction } from 'ajv'
import Ajv2020 from 'ajv/dist/2020.js'
import Ajv04 from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { isJson, type Json } from './described-operations.ts'

/** Describes what is wrong with a value, one sentence per fault; empty: valid. */
export type ValidateValue = (schema: unknown, value: unknown) => readonly string[]

/** Prefix of the names of a document's schemas. */
const place = 'urn:openapi:'

const options: Options = { strict: false, allErrors: true, validateFormats: true }

/**
 * Validates by schemas of a document in its own version of OpenAPI. `closed`: undeclared members are faults, which reveals gaps
 * in a document.
 */
export function valueValidator(document: Json, closed: boolean): ValidateValue {
  const is30 = String(document.openapi).startsWith('3.0')
  const ajv = is30 ? new Ajv04.default(options) : new Ajv2020.default(options)
  addFormats.default(ajv)
  for (const format of ['binary', 'password']) ajv.addFormat(format, true)
  const change = (schema: unknown) => (closed ? closedSchema(schema) : schema)
  const absolute = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/components/schemas/', `"${place}`)) as AnySchemaObject
  // Added one by one, so that each is compiled once for all references.
  for (const [name, schema] of Object.entries(schemasOf(document)))
    ajv.addSchema(absolute(change(schema)), place + name)
  const compiled = new Map<unknown, ValidateFunction>()
  return (schema, value) => {
    let validate = compiled.get(schema)
    if (validate === undefined) {
      validate = ajv.compile(absolute(change(schema)))
      compiled.set(schema, validate)
    }
    return validate(value) ? [] : [...new Set((validate.errors ?? []).map(sentence))]
  }
}

function schemasOf({ components }: Json): Json {
  return isJson(components) && isJson(components.schemas) ? components.schemas : {}
}

function sentence({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath.replaceAll(/\/\d+/g, '/n') || 'the value'} ${message} ${JSON.stringify(params)}`
}

/** Disallows undeclared members in schemas that declare members. */
function closedSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closedSchema)
  if (!isJson(schema)) return schema
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, dataMembers.has(name) ? value : closedSchema(value)]),
  )
  const named = isJson(schema.properties) && schema.type !== undefined && schema.additionalProperties === undefined
  return named ? { ...inner, unevaluatedProperties: false } : inner
}

const dataMembers = new Set(['enum', 'const', 'default', 'example', 'examples', 'required'])
