import type { ApiDescription, Components, Schema } from '@millwright/connector/openapi'
import { pathOf } from '@millwright/contract/custom-apis/check-request'
import { comparePaths } from '@millwright/contract/custom-apis/endpoint-path'
import { placeholdersIn } from '@millwright/contract/custom-apis/placeholders'
import type { RequestStep } from '@millwright/contract/records/execution-plan'
import { isRecord } from '@millwright/contract/wire/is-record'
import { sharedComponents } from '../../ground/docs/shared-components.ts'

/** The description of a service by its name in lower case; `null`: nothing is known about it. */
export type DescriptionOf = (service: string) => ApiDescription | null

/** What a description says that a request of a step answers; `{}`: nothing. */
export function describedAnswer(step: RequestStep, descriptionOf: DescriptionOf): Schema {
  const api = descriptionOf(step.service.toLowerCase())
  if (api === null) return {}
  const table = tableOf(step)
  if (table !== null) return tableAnswer(step, table, recordOf(api, table.name))
  return successOf(api, String(step.method ?? 'GET').toLowerCase(), pathOf(step.resource)) ?? {}
}

/** The columns of the table that a step reads or writes, by their names; empty for other steps. */
export function columnsOf(step: RequestStep, descriptionOf: DescriptionOf): Readonly<Record<string, Schema>> {
  const api = descriptionOf(step.service.toLowerCase())
  const table = tableOf(step)
  const record = api === null || table === null ? null : recordOf(api, table.name)
  return Object.fromEntries(Object.entries(propertiesOf(record)).filter(([, schema]) => !isLink(schema)))
}

interface Table {
  readonly name: string
  /** Whether one record is named. */
  readonly isOne: boolean
}

function tableOf({ resource }: Pick<RequestStep, 'resource'>): Table | null {
  const [root, name, ...more] = pathOf(resource).split('/')
  return root === '_table' && name !== undefined ? { name, isOne: more.length > 0 } : null
}

const recordOf = (api: ApiDescription, table: string) => successOf(api, 'get', `_table/${table}/{id}`)

/** Parameters with which a table answers something else than its records. */
const otherAnswers = ['group', 'count_only', 'as_list', 'file', 'having', 'include_schema']

function tableAnswer({ method = 'GET', params = {} }: RequestStep, { isOne }: Table, record: Schema | null): Schema {
  if (record === null || otherAnswers.some((name) => params[name] !== undefined)) return {}
  const known = propertiesOf(record)
  const isWrite = String(method).toUpperCase() !== 'GET'
  const columns = isWrite && params.fields === undefined ? null : chosenColumns(known, params.fields)
  const links = namesIn(params.related).map((name) => [name, known[name] ?? {}] as const)
  const row: Schema =
    columns === null ? { type: 'object' } : { type: 'object', properties: { ...columns, ...Object.fromEntries(links) } }
  if (isOne) return row
  const meta = params.include_count === undefined ? {} : { meta: { type: 'object' } }
  const properties = { resource: { type: 'array', items: row }, ...meta }
  return { type: 'object', properties, required: ['resource'] }
}

/** `null`: expressions, or fields that callers choose. */
function chosenColumns(known: Readonly<Record<string, Schema>>, fields: unknown): Record<string, Schema> | null {
  if (fields === undefined || fields === '' || fields === '*')
    return Object.fromEntries(Object.entries(known).filter(([, schema]) => !isLink(schema)))
  const names = typeof fields === 'string' && placeholdersIn(fields).length === 0 ? namesIn(fields) : []
  if (names.length === 0 || names.some((name) => !/^\w+$/.test(name))) return null
  return Object.fromEntries(names.map((name) => [name, known[name] ?? {}]))
}

function namesIn(list: unknown): string[] {
  const names = typeof list === 'string' ? list.split(',').map((name) => name.trim()) : []
  return names.filter((name) => name !== '' && placeholdersIn(name).length === 0)
}

/** Whether a member of a record has related records. */
const isLink = (schema: Schema) => schema.items !== undefined || schema.anyOf !== undefined

export function propertiesOf(schema: Schema | null | undefined): Readonly<Record<string, Schema>> {
  const properties = isRecord(schema?.properties) ? schema.properties : {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, each]) => (isRecord(each) ? [[name, each] as const] : [])),
  )
}

/** The schema of the first successful answer as JSON, without references. */
function successOf({ paths, components }: ApiDescription, verb: string, resource: string): Schema | null {
  const path = Object.keys(paths)
    .filter((each) => fits(each, resource))
    .toSorted(comparePaths)[0]
  const operation = path === undefined ? undefined : paths[path]?.[verb]
  const responses = isRecord(operation) && isRecord(operation.responses) ? operation.responses : {}
  const [, found] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const response = resolved(found, components, 0)
  const content = isRecord(response) && isRecord(response.content) ? response.content['application/json'] : null
  const schema = isRecord(content) ? content.schema : null
  return isRecord(schema) ? schema : null
}

/** Whether a described path is that of a request, in which placeholders are segments. */
function fits(path: string, resource: string): boolean {
  const own = segmentsOf(path)
  const actual = segmentsOf(resource)
  if (own.length !== actual.length) return false
  return own.every((segment, index) => {
    const other = actual[index] ?? ''
    return segment.startsWith('{') || decoded(segment).toLowerCase() === other.toLowerCase()
  })
}

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '')

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** How deep schemas contain each other here; what is deeper is anything. */
const deepest = 8

function resolved(value: unknown, components: Components, depth: number): unknown {
  if (depth > deepest) return {}
  if (Array.isArray(value)) return value.map((each) => resolved(each, components, depth))
  if (!isRecord(value)) return value
  if (typeof value.$ref === 'string') {
    const [, , kind = '', name = ''] = value.$ref.split('/')
    return resolved(components[kind]?.[name] ?? sharedComponents[kind]?.[name] ?? {}, components, depth + 1)
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, components, depth)]))
}
