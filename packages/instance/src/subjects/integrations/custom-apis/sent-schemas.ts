import type { Schema } from '@millwright/connector/openapi'
import { bindFilter, isFilter } from '@millwright/contract/custom-apis/check-request'
import { eachText, onlyPlaceholder, placeholdersIn } from '@millwright/contract/custom-apis/placeholders'
import type { FilterNode } from '@millwright/contract/filter/node'
import { parseFilter } from '@millwright/contract/filter/parse'
import { Problem } from '@millwright/contract/problem'
import type { ParametersSchema, RequestStep } from '@millwright/contract/records/execution-plan'
import { isRecord } from '@millwright/contract/wire/is-record'
import { columnsOf, type DescriptionOf, propertiesOf } from './described-requests.ts'
import type { Endpoint } from './published-apis.ts'

type Source = 'path' | 'query' | 'header' | 'body'
type Planned = Pick<Endpoint, 'execution_plan' | 'response_mapping' | 'request_schema'>

/** What callers send in a place of their requests, by name; required if it says so. */
export type SentSchemas = ReadonlyMap<string, { readonly schema: Schema; readonly required: boolean }>

/**
 * What callers of an endpoint send: by its schemas, or else by the placeholders of its plan, with the types of the columns that they are
 * compared with or written to. Filters need their values.
 */
export function sentSchemas(endpoint: Planned, source: Source, descriptionOf: DescriptionOf): SentSchemas {
  const { execution_plan: plan, response_mapping, request_schema: schemas } = endpoint
  const schema = schemas?.[source]
  const properties = Object.entries(propertiesOf(schema))
  const found = new Map<string, { readonly schema: Schema; readonly required: boolean }>()
  if (schema === undefined || schema === null || source === 'header') {
    eachText([plan, response_mapping], (text) => {
      for (const { source: own, path } of placeholdersIn(text))
        if (own === source && path[0] !== undefined) found.set(path[0], { schema: { type: 'string' }, required: false })
    })
    for (const step of plan.steps) {
      if (step.type === 'transform') continue
      const isAlways = step.when === undefined && step.each === undefined
      for (const { template, schema: own, isNeeded } of typedTexts(step, columnsOf(step, descriptionOf))) {
        const only = onlyPlaceholder(template)
        const [name, ...deeper] = only?.source === source ? only.path : []
        if (name === undefined || deeper.length > 0) continue
        found.set(name, { schema: own, required: found.get(name)?.required === true || (isNeeded && isAlways) })
      }
    }
  }
  for (const [name, each] of properties) found.set(name, { schema: each, required: isRequired(schema, name) })
  return found
}

function isRequired(schema: ParametersSchema | undefined, name: string): boolean {
  return Array.isArray(schema?.required) && schema.required.includes(name)
}

interface TypedText {
  readonly template: string
  readonly schema: Schema
  /** Whether the request is refused without a value. */
  readonly isNeeded: boolean
}

/** The texts of a request whose types the table tells. */
function typedTexts(step: RequestStep, columns: Readonly<Record<string, Schema>>): TypedText[] {
  const params = Object.entries(step.params ?? {}).flatMap(([name, template]) =>
    typeof template !== 'string'
      ? []
      : isFilter(name, step.resource ?? '')
        ? inFilter(template, columns)
        : name === 'limit' || name === 'offset'
          ? [{ template, schema: { type: 'integer' }, isNeeded: false }]
          : [],
  )
  const { body } = step
  const records = isRecord(body) && Array.isArray(body.resource) ? body.resource : [body]
  const written = records.flatMap((record) => (isRecord(record) ? Object.entries(record) : []))
  const inBody = written.flatMap(([name, template]) =>
    typeof template === 'string' ? [{ template, schema: plain(columns[name]), isNeeded: false }] : [],
  )
  return [...params, ...inBody]
}

function inFilter(text: string, columns: Readonly<Record<string, Schema>>): TypedText[] {
  try {
    const { filter, values } = bindFilter(text)
    const templates = new Map(values.map(({ name, template }) => [name, template]))
    return comparisonsIn(parseFilter(filter)).flatMap(({ field, name, isText }) => {
      const template = templates.get(name)
      if (template === undefined) return []
      return [{ template, schema: isText ? { type: 'string' } : plain(columns[field]), isNeeded: true }]
    })
  } catch (error) {
    if (error instanceof Problem) return []
    throw error
  }
}

interface Compared {
  readonly field: string
  readonly name: string
  readonly isText: boolean
}

function comparisonsIn(node: FilterNode): Compared[] {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.operands.flatMap(comparisonsIn)
    case 'not':
      return comparisonsIn(node.operand)
    case 'compare': {
      const isText = /[a-z]/.test(node.operator)
      return node.value.kind === 'param' ? [{ field: node.field, name: node.value.name, isText }] : []
    }
    case 'in':
      return node.values.flatMap((value) =>
        value.kind === 'param' ? [{ field: node.field, name: value.name, isText: false }] : [],
      )
    default:
      return []
  }
}

/** The type of a column, without what is only so in the database. */
function plain(column: Schema | undefined): Schema {
  const { type, format, enum: choices } = column ?? {}
  const named = Array.isArray(type) ? type.find((each) => each !== 'null') : type
  return {
    type: typeof named === 'string' ? named : 'string',
    ...(format === undefined ? {} : { format }),
    ...(Array.isArray(choices) ? { enum: choices.filter((each) => each !== null) } : {}),
  }
}
