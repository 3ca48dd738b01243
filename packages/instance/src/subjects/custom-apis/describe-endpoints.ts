import { checkPath } from '@millwright/contract/custom-apis/endpoint-path'
import { eachText, onlyPlaceholder } from '@millwright/contract/custom-apis/placeholders'
import type { ApiDescription, Operation, Parameter, PathItem, Schema } from '../../gateway/ports/openapi.ts'
import { members, operation, pascal, pathParameter, queryParameter, uniqueNames } from '../docs/operation.ts'
import type { DescriptionOf } from './described-requests.ts'
import { inferAnswer } from './infer-answer.ts'
import type { Endpoint } from './published-apis.ts'
import { sentSchemas } from './sent-schemas.ts'

/** An endpoint, without what only its calls need. */
export type DescribedEndpoint = Omit<Endpoint, 'author' | 'problems'>

/** By endpoint: what its author may know of the services that its plan calls. */
export type KnownServices = (endpoint: DescribedEndpoint) => DescriptionOf

interface DescribedApi {
  /** `null`: nothing is published. */
  readonly version: string | null
  readonly sunset: string | null
  readonly endpoints: readonly DescribedEndpoint[]
}

/** Describes the endpoints of an API, from their schemas, or else from their plans and the services that these call. */
export function describeEndpoints(
  name: string,
  { endpoints, version, sunset }: DescribedApi,
  knownTo: KnownServices,
): ApiDescription {
  const unique = uniqueNames()
  const paths: Record<string, PathItem> = {}
  for (const endpoint of endpoints) {
    const id = unique(`${endpoint.method.toLowerCase()}${pascal(name)}${pascal(endpoint.path)}`)
    const made = { ...described(id, endpoint, knownTo(endpoint)), ...(sunset === null ? {} : ending(sunset)) }
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: made }
  }
  return { paths, components: {}, ...(version === null ? {} : { info: { version } }) }
}

const ending = (sunset: string) => ({ deprecated: true, 'x-sunset': sunset })

function described(id: string, endpoint: DescribedEndpoint, known: DescriptionOf): Operation {
  const { method, path, label, description, response_schema, execution_plan: plan } = endpoint
  const body = method === 'GET' || method === 'DELETE' ? null : bodyOf(endpoint, known)
  return operation(id, label ?? `${method} ${path}`, {
    ...(description === null ? {} : { description }),
    parameters: parametersOf(endpoint, known),
    ...(body === null ? {} : { body }),
    answer: response_schema ?? inferAnswer(endpoint, known),
    ...(plan.response?.status === undefined ? {} : { status: plan.response.status }),
    errors: errorsOf,
  })
}

const errorsOf = {
  400: 'What was sent does not fit, or there is no API key.',
  401: 'Nobody is signed in, and the app has no role that allows it.',
  403: 'The role does not allow the endpoint, or what it does.',
  404: 'There is no such endpoint, or what it reads is not there.',
  413: 'It would need too many requests, rows or bytes.',
  429: 'A limit is used up.',
  502: 'A service that it calls failed.',
  503: 'It does not work any more, or a service is not available.',
  504: 'A service that it calls took too long.',
}

/** `null`: the plan uses none. */
function bodyOf(endpoint: DescribedEndpoint, known: DescriptionOf): Schema | null {
  const { execution_plan, response_mapping, request_schema } = endpoint
  if (request_schema?.body) return request_schema.body
  const found = [...sentSchemas(endpoint, 'body', known)]
  const properties = Object.fromEntries(found.map(([name, { schema }]) => [name, schema]))
  if (found.length > 0) return members(properties, ...found.flatMap(([name, { required }]) => (required ? [name] : [])))
  let isUsed = false
  eachText([execution_plan, response_mapping], (text) => {
    isUsed ||= onlyPlaceholder(text)?.source === 'body'
  })
  return isUsed ? {} : null
}

function parametersOf(endpoint: DescribedEndpoint, known: DescriptionOf): Parameter[] {
  const inPath = checkPath(endpoint.path)
  const [ofPath, query, header] = (['path', 'query', 'header'] as const).map((each) =>
    sentSchemas(endpoint, each, known),
  )
  const page = endpoint.execution_plan.page === true ? pageParameters : []
  return [
    ...(typeof inPath === 'string' ? [] : inPath).map((name) =>
      pathParameter(name, `Part of the path: ${name}.`, ofPath?.get(name)?.schema),
    ),
    ...[...(query ?? [])].map(([name, { schema, required }]) => ({
      ...queryParameter(name, `Query parameter ${name}.`, schema),
      ...(required ? { required } : {}),
    })),
    ...page.filter(({ name }) => !query?.has(name)),
    ...[...(header ?? [])].map(
      ([name, { schema, required }]): Parameter => ({ name, in: 'header', ...(required ? { required } : {}), schema }),
    ),
  ]
}

const pageParameters = [
  queryParameter('limit', 'Records of a page.', { type: 'integer', minimum: 0 }),
  queryParameter('offset', 'Records before the page.', { type: 'integer', minimum: 0 }),
  queryParameter('include_count', 'Adds the number of all records to `meta`.', { type: 'boolean' }),
]
