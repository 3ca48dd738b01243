import type { ApiDescription } from '@millwright/connector/openapi'
import { pathOf } from '@millwright/contract/custom-apis/check-request'
import { matchPath } from '@millwright/contract/custom-apis/endpoint-path'
import { Problem } from '@millwright/contract/problem'
import { stepKey } from '@millwright/contract/records/execution-plan'
import { isVerb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ComposedCall, Service } from '../../../gateway/service.ts'
import { type ServiceKind, type ServiceParts, serviceKind } from '../../../gateway/service-kind.ts'
import { digest } from '../../../platform/digest.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { everyRule } from '../../../request/compiled-role.ts'
import { flag } from '../../../request/params.ts'
import { customApiType } from '../../ground/models/custom-api-model.ts'
import { callEndpoint, callerOfSteps } from './call-endpoint.ts'
import { describeEndpoints, knownServices } from './describe-endpoints.ts'
import { type Endpoint, type PublishedApi, publishedApisOf } from './published-apis.ts'

const none: PublishedApi['endpoints'] = []
const longestCached = 1024 * 1024

/** Answers calls of the published endpoints of an API. */
function createCustomApiService({ row, host }: ServiceParts): Service {
  const { parts } = host
  const published = publishedApisOf(parts)
  const answers = parts.caches.answers(row.id)

  async function answered(api: PublishedApi, { endpoint, path }: Found, request: ApiRequest): Promise<ApiResponse> {
    const sent = { path, query: request.params, header: request.headers, body: request.payload ?? null }
    const { cache, response = {} } = endpoint.execution_plan
    refuseBroken(endpoint)
    const doing = { parts, call: host.callCounted, inWhole: host.inWhole }
    const run = (isHeld: boolean) => callEndpoint(endpoint, sent, request, doing, { isHeld })
    const answer = (body: unknown): ApiResponse => ({
      status: response.status ?? 200,
      body,
      headers: { ...response.headers, ...sunsetHeaders(api.sunset) },
    })
    if (cache === undefined || cache === null || request.verb !== 'GET') return answer(await run(false))
    const caller = await callerOfSteps(endpoint, request, parts)
    const { value: kept, keep } = await answers.find(cacheKey(api, endpoint, { ...request, caller }))
    if (isRecord(kept) && 'made' in kept) return answer(kept.made)
    const body = await run(true)
    if (JSON.stringify(body ?? null).length <= longestCached) await keep({ made: body }, cache.ttl)
    return answer(body)
  }

  async function components(): Promise<string[]> {
    const api = await published(row.id)
    return ['', '*', ...new Set(api?.endpoints.map(({ path }) => componentOf(path)) ?? [])]
  }

  /** Of the last call. */
  let latest = none
  let described: { readonly of: readonly unknown[]; readonly api: ApiDescription } | null = null

  return {
    publicEndpoints: [],
    accessList: components,
    async describe() {
      const api = await published(row.id)
      const { version = null, sunset = null, endpoints = none } = api ?? {}
      const { knownTo, of: known } = await knownServices(endpoints, parts)
      const of = [endpoints, version, sunset, ...known]
      if (described === null || !isSame(described.of, of))
        described = { of, api: describeEndpoints(row.name, { version, sunset, endpoints }, knownTo) }
      return described.api
    },
    templateOf: (resource) =>
      latest.find(({ path }) => matchPath(path, resource) !== null)?.path.replace(/^\/+/, '') ?? null,
    async composed({ verb, resource }) {
      const api = await published(row.id)
      const found = api === null ? null : findEndpoint(api.endpoints, verb, resource)
      return found === null ? null : composedCall(found)
    },
    async handle(request) {
      const { verb, resource, params } = request
      if (verb === 'GET' && resource === '' && flag(params, 'as_access_list'))
        return { status: 200, body: { resource: await components() } }
      const api = await published(row.id)
      const found = api === null ? null : findEndpoint(api.endpoints, verb, resource)
      latest = api?.endpoints ?? none
      if (api === null || found === null)
        throw new Problem(404, `There is no endpoint ${verb} /${resource.slice(0, 200)}.`)
      return answered(api, found, request)
    },
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at])
}

/** What broke since it was published. Callers are told where, and administrators by the problems of the endpoint why. */
function refuseBroken({ problems }: Endpoint): void {
  const [first] = problems
  if (first === undefined) return
  const place = first.step === null ? 'its plan' : `its step '${first.step.slice(0, 64)}'`
  throw new Problem(503, `The endpoint cannot be called, as ${place} does not work any more.`)
}

/** The requests of an endpoint, with the values of its path. Other values are not known before a call. */
function composedCall({ endpoint, path }: Found): ComposedCall | null {
  const { method, author, execution_plan: plan } = endpoint
  if (!isVerb(method)) return null
  const steps = plan.steps.flatMap((step, index) => {
    const verb = String(step.type === 'transform' ? '' : (step.method ?? 'GET')).toUpperCase()
    if (step.type === 'transform' || !isVerb(verb)) return []
    const resource = pathOf(step.resource).replace(/\{path\.(\w+)\}/g, (whole, name: string) => path[name] ?? whole)
    const always = step.when === undefined && step.each === undefined
    return [{ key: stepKey(step, index), verb, service: step.service.toLowerCase(), resource, always }]
  })
  return { method, path: endpoint.path, author, steps }
}

interface Found {
  readonly endpoint: Endpoint
  readonly path: Readonly<Record<string, string>>
}

/** The first endpoint of a verb whose path fits. */
function findEndpoint(endpoints: readonly Endpoint[], verb: string, resource: string): Found | null {
  for (const endpoint of endpoints) {
    const path = endpoint.method === verb ? matchPath(endpoint.path, resource) : null
    if (path !== null) return { endpoint, path }
  }
  return null
}

/** What roles name: the path up to its first parameter. */
function componentOf(path: string): string {
  const segments = path.replace(/^\/+/, '').split('/')
  const first = segments.findIndex((segment) => segment.startsWith('{'))
  return first === -1 ? segments.join('/') : [...segments.slice(0, first), '*'].join('/')
}

function sunsetHeaders(sunset: string | null): Record<string, string> {
  return sunset === null ? {} : { deprecation: 'true', sunset: new Date(`${sunset}T00:00:00Z`).toUTCString() }
}

/** Of everything that an answer depends on: who calls, with which rights of theirs and the author's at this moment, and what was sent. */
function cacheKey({ revision }: PublishedApi, endpoint: Endpoint, request: ApiRequest): string {
  const { resource, params, payload = null, caller } = request
  const rights = [caller, ...(caller.narrowedBy ?? []).map((author) => author.caller)].map(
    ({ user, app, role, sysadmin }) => [user?.id, app?.id, sysadmin, role && [role.id, role.isActive, everyRule(role)]],
  )
  const headers = JSON.stringify(endpoint).includes('{header.') ? request.headers : null
  return digest(
    JSON.stringify([
      revision,
      endpoint.path,
      resource,
      params,
      payload,
      headers,
      caller.program,
      rights,
      request.requestor,
    ]),
  )
}

/** Services that answer custom APIs (docs/wire/custom-apis.md). */
export const customApiKind: ServiceKind = serviceKind({
  name: customApiType,
  label: 'Custom API',
  group: 'API Builder',
  description: 'Answers with what calls to other services result in, without code.',
  config: {},
  knownElsewhere: ['api_id'],
  make: createCustomApiService,
})
