import { checkPath } from '@millwright/contract/custom-apis/endpoint-path'
import { eachText, placeholdersIn } from '@millwright/contract/custom-apis/placeholders'
import type { JsonSchema } from '@millwright/contract/records/execution-plan'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiDescription, Operation, Parameter, PathItem, Schema } from '../../gateway/ports/openapi.ts'
import { operation, pascal, pathParameter, queryParameter, uniqueNames } from '../docs/operation.ts'
import type { Endpoint } from './published-apis.ts'

/** Describes the published endpoints of an API, from their schemas, or else from the placeholders in their plans. */
export function describeEndpoints(name: string, endpoints: readonly Endpoint[]): ApiDescription {
  const unique = uniqueNames()
  const paths: Record<string, PathItem> = {}
  for (const endpoint of endpoints) {
    const id = unique(`${endpoint.method.toLowerCase()}${pascal(name)}${pascal(endpoint.path)}`)
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: described(id, endpoint) }
  }
  return { paths, components: {} }
}

function described(id: string, endpoint: Endpoint): Operation {
  const { method, path, label, description, request_schema: schema, response_schema, execution_plan: plan } = endpoint
  const sendsBody = method !== 'GET' && method !== 'DELETE' && usedIn(endpoint, 'body').length > 0
  return operation(id, label ?? `${method} ${path}`, {
    ...(description === null ? {} : { description }),
    parameters: parametersOf(endpoint),
    ...(sendsBody ? { body: schema?.body ?? { type: 'object' } } : {}),
    answer: response_schema ?? {},
    ...(plan.response?.status === undefined ? {} : { status: plan.response.status }),
  })
}

function parametersOf(endpoint: Endpoint): Parameter[] {
  const { path, request_schema: schema, execution_plan: plan } = endpoint
  const inPath = checkPath(path)
  const names = typeof inPath === 'string' ? [] : inPath
  const page = plan.page === true ? { limit: { type: 'integer' }, offset: { type: 'integer' } } : {}
  const query = { ...namedBy(usedIn(endpoint, 'query')), ...page, ...propertiesOf(schema?.query) }
  const header = { ...namedBy(usedIn(endpoint, 'header')), ...propertiesOf(schema?.header) }
  const ofPath = propertiesOf(schema?.path)
  return [
    ...names.map((name) => pathParameter(name, `Part of the path: ${name}.`, ofPath[name] ?? { type: 'string' })),
    ...Object.entries(query).map(([name, each]) => ({
      ...queryParameter(name, `Query parameter ${name}.`, each),
      ...(isRequired(schema?.query, name) ? { required: true } : {}),
    })),
    ...Object.entries(header).map(([name, each]): Parameter => ({ name, in: 'header', schema: each })),
  ]
}

function propertiesOf(schema: JsonSchema | undefined): Readonly<Record<string, Schema>> {
  const properties = isRecord(schema?.properties) ? schema.properties : {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, each]) => (isRecord(each) ? [[name, each] as const] : [])),
  )
}

function isRequired(schema: JsonSchema | undefined, name: string): boolean {
  return Array.isArray(schema?.required) && schema.required.includes(name)
}

const namedBy = (names: readonly string[]): Readonly<Record<string, Schema>> =>
  Object.fromEntries(names.map((name) => [name, { type: 'string' }]))

/** The first names of the placeholders of a source, or the source itself for a whole body. */
function usedIn({ execution_plan, response_mapping }: Endpoint, wanted: 'query' | 'header' | 'body'): string[] {
  const names = new Set<string>()
  eachText([execution_plan, response_mapping], (text) => {
    for (const { source, path } of placeholdersIn(text)) if (source === wanted) names.add(path[0] ?? wanted)
  })
  return [...names]
}
