import type { Schema } from '@millwright/connector/openapi'
import { onlyPlaceholder, type Placeholder } from '@millwright/contract/custom-apis/placeholders'
import { type PlanStep, stepKey, type TransformOperation } from '@millwright/contract/records/execution-plan'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type DescriptionOf, describedAnswer, propertiesOf } from './described-requests.ts'
import type { Endpoint } from './published-apis.ts'

type Planned = Pick<Endpoint, 'execution_plan' | 'response_mapping' | 'request_schema'>

/** What an endpoint answers, as far as its plan and the services that it calls tell; `{}`: anything. */
export function inferAnswer(endpoint: Planned, descriptionOf: DescriptionOf): Schema {
  const { execution_plan: plan, response_mapping: mapping, request_schema: schema } = endpoint
  const results: Record<string, Schema> = {}
  const known = { results, schema }
  let last: Schema = {}
  for (const [index, step] of plan.steps.entries()) {
    const result = resultOf(step, known, descriptionOf)
    last = step.when === undefined ? result : orNull(result)
    results[stepKey(step, index)] = last
  }
  const isMapped = isRecord(mapping) ? Object.keys(mapping).length > 0 : mapping !== null && mapping !== ''
  const answer = isMapped ? templateSchema(mapping, known) : last
  if (plan.page !== true) return answer
  const rows = memberSchema(answer, 'resource')
  const properties = { resource: rows.type === 'array' ? rows : answer, meta: { type: 'object' } }
  return { type: 'object', properties, required: ['resource'] }
}

interface Known {
  readonly results: Readonly<Record<string, Schema>>
  readonly schema: Endpoint['request_schema']
}

function resultOf(step: PlanStep, known: Known, descriptionOf: DescriptionOf): Schema {
  if (step.type === 'transform') return (step.ops ?? []).reduce(transformedSchema, templateSchema(step.from, known))
  const answer = describedAnswer(step, descriptionOf)
  const named = step.aliases === undefined ? answer : renamedSchema(answer, step.aliases)
  return step.each === undefined ? named : { type: 'array', items: named }
}

/** What replacing the placeholders in a JSON value results in. */
function templateSchema(template: unknown, known: Known): Schema {
  if (typeof template === 'string') {
    const only = onlyPlaceholder(template)
    return only === null ? { type: 'string' } : valueSchema(only, known)
  }
  if (Array.isArray(template)) {
    const [first, ...more] = template.map((each) => templateSchema(each, known))
    const isSame = more.every((each) => JSON.stringify(each) === JSON.stringify(first))
    return { type: 'array', ...(first !== undefined && isSame ? { items: first } : {}) }
  }
  if (!isRecord(template)) return { type: template === null ? 'null' : numberOr(template) }
  const properties = Object.entries(template).map(([name, each]) => [name, templateSchema(each, known)] as const)
  return { type: 'object', properties: Object.fromEntries(properties), required: properties.map(([name]) => name) }
}

function numberOr(value: unknown): string {
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value
}

const [text, integer]: readonly [Schema, Schema] = [{ type: 'string' }, { type: 'integer' }]
const ofCaller: Readonly<Record<string, Schema>> = {
  user: { type: 'object', properties: { id: integer, email: text } },
  role: { type: 'object', properties: { id: integer, name: text } },
  app: { type: 'object', properties: { id: integer, name: text } },
  now: { type: 'string', format: 'date-time' },
}

function valueSchema({ source, path }: Placeholder, { results, schema }: Known): Schema {
  switch (source) {
    case 'steps': {
      const [key = '', ...more] = path
      return more.reduce(memberSchema, results[key] ?? {})
    }
    case 'path':
    case 'query':
    case 'header':
    case 'body':
      return path.reduce(memberSchema, schema?.[source] ?? {})
    default:
      return path.reduce(memberSchema, ofCaller[source] ?? {})
  }
}

/** The schema of a member of an object, or of an item of a list. */
function memberSchema(schema: Schema, name: string): Schema {
  if (schema.type === 'array' && /^\d+$/.test(name)) return isRecord(schema.items) ? schema.items : {}
  return propertiesOf(schema)[name] ?? {}
}

const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
})

/** Applies an operation of a transform step to a schema, as `transformed` does to values. */
function transformedSchema(schema: Schema, operation: TransformOperation): Schema {
  switch (operation.op) {
    case 'pick': {
      const { fields } = operation
      return ofRecords(schema, (row) => {
        const known = propertiesOf(row)
        return object(Object.fromEntries(fields.map((name) => [name, known[name] ?? {}])), among(row, fields))
      })
    }
    case 'omit':
      return ofRecords(schema, (row) => {
        const kept = Object.entries(propertiesOf(row)).filter(([name]) => !operation.fields.includes(name))
        return row.properties === undefined
          ? row
          : object(
              Object.fromEntries(kept),
              among(
                row,
                kept.map(([name]) => name),
              ),
            )
      })
    case 'rename':
      return renamedSchema(schema, operation.map)
    case 'defaults':
      return ofRecords(schema, (row) => {
        const added = Object.entries(operation.values).map(
          ([name, value]) => [name, { type: numberOr(value) }] as const,
        )
        return row.properties === undefined
          ? row
          : { ...row, properties: { ...Object.fromEntries(added), ...propertiesOf(row) } }
      })
    case 'first':
      return itemsOf(schema) === null ? schema : orNull(itemsOf(schema) ?? {})
    case 'count':
      return object({ count: integer }, ['count'])
    case 'wrap':
      return object({ [operation.key ?? 'data']: schema }, [operation.key ?? 'data'])
    case 'unwrap':
      return memberSchema(schema, operation.key ?? 'resource')
    default:
      return schema
  }
}

/** The required members of a record that are still there. */
function among({ required }: Schema, names: readonly string[]): string[] {
  return Array.isArray(required) ? required.filter((name) => names.includes(name)) : []
}

function renamedSchema(schema: Schema, names: Readonly<Record<string, string>>): Schema {
  const nameOf = (name: string) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name)
  return ofRecords(schema, (row) => {
    if (row.properties === undefined) return row
    const renamed = Object.entries(propertiesOf(row)).map(([name, each]) => [nameOf(name), each] as const)
    const required = Array.isArray(row.required) ? row.required.map((name) => nameOf(String(name))) : []
    return object(Object.fromEntries(renamed), required)
  })
}

/** The items of a list, or of the list in `{resource}`; `null`: it is no list. */
function itemsOf(schema: Schema): Schema | null {
  const list = schema.type === 'array' ? schema : memberSchema(schema, 'resource')
  return list.type === 'array' ? (isRecord(list.items) ? list.items : {}) : null
}

function ofRecords(schema: Schema, change: (row: Schema) => Schema): Schema {
  const items = itemsOf(schema)
  if (items === null) return schema.type === 'object' ? change(schema) : schema
  if (schema.type === 'array') return { ...schema, items: change(items) }
  return { ...schema, properties: { ...propertiesOf(schema), resource: { type: 'array', items: change(items) } } }
}

function orNull(schema: Schema): Schema {
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] }
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] }
}
