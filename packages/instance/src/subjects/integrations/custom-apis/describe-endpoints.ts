import {
  type ApiDescription,
  members,
  type Operation,
  operation,
  type Parameter,
  type PathItem,
  pascal,
  pathParameter,
  queryParameter,
  type Schema,
  uniqueNames,
} from '@millwright/connector/openapi'
import { pathOf } from '@millwright/contract/custom-apis/check-request'
import { checkPath } from '@millwright/contract/custom-apis/endpoint-path'
import { eachText, onlyPlaceholder } from '@millwright/contract/custom-apis/placeholders'
import { Problem } from '@millwright/contract/problem'
import type { RequestStep } from '@millwright/contract/records/execution-plan'
import { isVerb } from '@millwright/contract/verbs'
import { decide } from '../../../access/decide.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Author, Authority } from '../../../request/caller.ts'
import { type DescriptionOf, propertiesOf } from './described-requests.ts'
import { inferAnswer } from './infer-answer.ts'
import type { Endpoint } from './published-apis.ts'
import { sentSchemas } from './sent-schemas.ts'

type Written = DescribedEndpoint & { readonly author: Author }

/** What the authors of endpoints may know of the services that their plans call. */
interface Knowledge {
  readonly knownTo: KnownServices
  /** What it was made of: the same objects as long as nothing changes. */
  readonly of: readonly unknown[]
}

/**
 * Finds the descriptions of the services that plans call. An author learns nothing about what they may not request: what a plan then
 * answers is anything. The same goes for services that cannot be reached.
 */
export async function knownServices(
  endpoints: readonly Written[],
  { describe, authorities }: Pick<Parts, 'describe' | 'authorities'>,
): Promise<Knowledge> {
  const names = new Set(
    endpoints.flatMap((endpoint) => requestsOf(endpoint).map(({ service }) => service.toLowerCase())),
  )
  const found = new Map<string, ApiDescription | null>()
  for (const name of names) found.set(name, await orNothing(() => describe(name)))
  const authors = new Map<DescribedEndpoint, Authority | null>()
  for (const endpoint of endpoints) authors.set(endpoint, await authorities(endpoint.author))
  return {
    knownTo(endpoint) {
      const author = authors.get(endpoint) ?? null
      const hidden = requestsOf(endpoint).filter((step) => author !== null && !mayMake(author, step))
      const unknown = new Set(hidden.map(({ service }) => service.toLowerCase()))
      return (service) => (unknown.has(service) ? null : (found.get(service) ?? null))
    },
    of: [...found.values(), ...[...authors.values()].map((author) => author?.caller.role ?? author)],
  }
}

const requestsOf = ({ execution_plan: plan }: Pick<DescribedEndpoint, 'execution_plan'>): RequestStep[] =>
  plan.steps.flatMap((step) => (step.type === 'transform' ? [] : [step]))

function mayMake({ caller }: Authority, { service, resource, method }: RequestStep): boolean {
  const verb = String(method ?? 'GET').toUpperCase()
  const target = { service: service.toLowerCase(), resource: pathOf(resource), caller }
  return (['API', 'SCRIPT'] as const).some(
    (requestor) => isVerb(verb) && decide({ ...target, verb, requestor }, []).allowed,
  )
}

async function orNothing<T>(read: () => Promise<T | null>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** An endpoint, without what only its calls need. */
export type DescribedEndpoint = Omit<Endpoint, 'author' | 'problems'>

/** By endpoint: what its author may know of the services that its plan calls. */
type KnownServices = (endpoint: DescribedEndpoint) => DescriptionOf

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
    const shape = shapeOfEndpoint(endpoint, knownTo(endpoint))
    const endpointOperation = {
      ...described(id, endpoint, shape),
      'x-effect': effectOf(endpoint),
      ...(sunset === null ? {} : ending(sunset)),
    }
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: endpointOperation }
  }
  return { paths, components: {}, ...(version === null ? {} : { info: { version } }) }
}

const ending = (sunset: string) => ({ deprecated: true, 'x-sunset': sunset })

/** By how much they change, least first. `run`: nobody knows. */
const effects = ['read', 'add', 'change', 'run', 'delete'] as const

/** The strongest effect of the steps; other methods than GET have one in any case. */
function effectOf({ method, execution_plan: plan }: DescribedEndpoint): (typeof effects)[number] {
  const requests = plan.steps.filter((step) => step.type !== 'transform')
  const found = requests.map((step) => effectOfRequest(String(step.method ?? 'GET').toUpperCase(), step.resource))
  const own = method === 'GET' ? 'read' : method === 'DELETE' ? 'delete' : 'add'
  return effects.findLast((each) => each === own || found.includes(each)) ?? own
}

function effectOfRequest(verb: string, resource = ''): (typeof effects)[number] {
  if (verb === 'DELETE') return 'delete'
  if (/^\/*_(?:proc|func)\//i.test(resource)) return 'run'
  if (verb === 'GET') return 'read'
  return /^\/*_table\//i.test(resource) ? (verb === 'POST' ? 'add' : 'change') : 'run'
}

export const sentPlaces = ['path', 'query', 'header', 'body'] as const

/** What callers of an endpoint send and get. */
export interface EndpointShape {
  /** Schemas of objects; of any body. `null`: there is none. */
  readonly sent: Readonly<Record<(typeof sentPlaces)[number], Schema | null>>
  readonly answer: Schema
  readonly status: number
}

/** The shape of an endpoint, from its schemas, or else as far as its plan and the services that this calls tell. */
export function shapeOfEndpoint(endpoint: DescribedEndpoint, known: DescriptionOf): EndpointShape {
  const { method, response_schema, execution_plan: plan } = endpoint
  const inPath = checkPath(endpoint.path)
  const ofPath = sentSchemas(endpoint, 'path', known)
  const path = (typeof inPath === 'string' ? [] : inPath).map(
    (name) => [name, { schema: ofPath.get(name)?.schema ?? { type: 'string' }, required: true }] as const,
  )
  const querySchemas = sentSchemas(endpoint, 'query', known)
  const page = plan.page === true ? pageParameters.filter(([name]) => !querySchemas.has(name)) : []
  const hasBody = method !== 'GET' && method !== 'DELETE'
  return {
    sent: {
      path: objectOf(path),
      query: objectOf([...querySchemas, ...page]),
      header: objectOf([...sentSchemas(endpoint, 'header', known)]),
      body: hasBody ? bodyOf(endpoint, known) : null,
    },
    answer: response_schema ?? inferAnswer(endpoint, known),
    status: plan.response?.status ?? 200,
  }
}

type Sent = readonly [string, { readonly schema: Schema; readonly required: boolean }]

const objectOf = (sent: readonly Sent[]) =>
  members(
    Object.fromEntries(sent.map(([name, { schema }]) => [name, schema])),
    ...sent.flatMap(([name, { required }]) => (required ? [name] : [])),
  )

const pageParameters: readonly Sent[] = [
  ['limit', { schema: { type: 'integer', minimum: 0 }, required: false }],
  ['offset', { schema: { type: 'integer', minimum: 0 }, required: false }],
  ['include_count', { schema: { type: 'boolean' }, required: false }],
]

/** `null`: the plan uses none. */
function bodyOf(endpoint: DescribedEndpoint, known: DescriptionOf): Schema | null {
  const { execution_plan, response_mapping, request_schema } = endpoint
  if (request_schema?.body) return request_schema.body
  const found = [...sentSchemas(endpoint, 'body', known)]
  if (found.length > 0) return objectOf(found)
  let isUsed = false
  eachText([execution_plan, response_mapping], (text) => {
    isUsed ||= onlyPlaceholder(text)?.source === 'body'
  })
  return isUsed ? {} : null
}

function described(id: string, endpoint: DescribedEndpoint, { sent, answer, status }: EndpointShape): Operation {
  const { method, path, label, description } = endpoint
  return operation(id, label ?? `${method} ${path}`, {
    ...(description === null ? {} : { description }),
    parameters: [
      ...parametersIn(sent.path, (name, schema) => pathParameter(name, `Part of the path: ${name}.`, schema)),
      ...parametersIn(sent.query, (name, schema) => queryParameter(name, `Query parameter ${name}.`, schema)),
      ...parametersIn(sent.header, (name, schema) => ({ name, in: 'header', schema })),
    ],
    ...(sent.body === null ? {} : { body: sent.body }),
    answer,
    status,
    errors,
  })
}

function parametersIn(schema: Schema | null, make: (name: string, schema: Schema) => Parameter): Parameter[] {
  const required = Array.isArray(schema?.required) ? schema.required : []
  return Object.entries(propertiesOf(schema)).map(([name, each]) => ({
    ...make(name, each),
    ...(required.includes(name) ? { required: true } : {}),
  }))
}

const errors = {
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
