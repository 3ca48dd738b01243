import { Problem } from '@millwright/contract/problem'
import { designerName } from '@millwright/contract/records/execution-plan'
import { verbs } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { decide } from '../../../access/decide.ts'
import { accessProblem } from '../../../access/refusal.ts'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Registered, Registry } from '../../../gateway/registry.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import { transactionOf } from '../../../records/system/sql-runner.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import type { Docs } from '../../ground/docs/docs.ts'
import { customApiType } from '../../ground/models/custom-api-model.ts'
import { describeEndpoints, knownServices } from './describe-endpoints.ts'
import { activeEndpoints, endpointOf } from './published-apis.ts'
import { createRelationships } from './relationships.ts'

/** Answers with the OpenAPI document of what an API would answer, if it was published now. `api`: its record. */
type DescribeDraft = (request: ApiRequest, api: Readonly<Record<string, unknown>>) => Promise<ApiResponse>

export function createDescribeDraft(parts: Parts, docs: Pick<Docs, 'written'>): DescribeDraft {
  const stored = transactionOf(dialectOf(parts.store.engine), parts.store.statements)
  return async (request, api) => {
    const readRequest = { ...request, verb: 'GET', service: 'system', resource: 'custom_api_endpoint' } as const
    if (!decide(readRequest, []).allowed) throw accessProblem(readRequest)
    const rows = await activeEndpoints(stored, api.id)
    const endpoints = rows.map((row) =>
      endpointOf(row as Parameters<typeof endpointOf>[0], { sources: [], others: [] }),
    )
    const { knownTo } = await knownServices(endpoints, parts)
    const name = String(api.base_path ?? api.name)
    const version = String(api.version ?? '')
    return docs.written(request, {
      name,
      label: String(api.label ?? name),
      description: String(api.description ?? ''),
      group: parts.kinds.of(customApiType)?.group ?? '',
      api: describeEndpoints(name, { version, sunset: null, endpoints }, knownTo),
    })
  }
}

/** What clients of other servers call the resources of `system`. */
const resources: Readonly<Record<string, string>> = {
  apis: 'custom_api',
  endpoints: 'custom_api_endpoint',
  services: 'custom_api_source',
  test: 'custom_api_test',
}

const own = ['relationships', 'docs']

interface DesignerParts {
  readonly registry: Pick<Registry, 'find' | 'all'>
  readonly forward: Forward
  readonly describeDraft: DescribeDraft
}

/**
 * The service `api_builder`, which has no record: the addresses at which clients of other servers find custom APIs. Who may call them is
 * decided for what they lead to.
 */
export function createDesigner({ registry, forward, describeDraft }: DesignerParts): Registered {
  const relationships = createRelationships(registry, forward)

  async function handle(request: ApiRequest): Promise<ApiResponse> {
    const [first = '', ...rest] = request.resource.split('/')
    if (first === '')
      return { status: 200, body: { resource: [...Object.keys(resources), ...own].map((name) => ({ name })) } }
    const resource = Object.hasOwn(resources, first) ? resources[first] : undefined
    if (resource !== undefined) {
      const inner = { ...request, service: 'system', resource: [resource, ...rest].join('/') }
      return first === 'endpoints' && request.verb !== 'GET' ? saveAndPublish(inner, rest[0]) : forward(inner)
    }
    if (first === 'relationships') return relationships(request, rest)
    if (first === 'docs') return documentAt(request, rest.join('/'))
    const api = await registry.find(first.toLowerCase())
    if (api?.row.type !== customApiType) throw new Problem(404, `Resource '${first.slice(0, 64)}' not found.`)
    return forward({ ...request, service: first.toLowerCase(), resource: rest.join('/') })
  }

  /** Of what is published; of an API of which nothing is, as its saved endpoints would be described. */
  async function documentAt(request: ApiRequest, named: string): Promise<ApiResponse> {
    const docs = { ...request, service: 'api_docs' }
    if (request.verb !== 'GET' || !/^\d+$/.test(named)) return forward({ ...docs, resource: named })
    const at = { ...request, service: 'system', resource: `custom_api/${named}`, params: {}, headers: {} }
    const { body: api } = await forward({ ...at, payload: undefined }).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 404)
        throw new Problem(400, `There is no custom API with the identifier ${named.slice(0, 20)}.`)
      throw error
    })
    if (!isRecord(api)) return forward({ ...docs, resource: named })
    const { status, base_path: name } = api
    if (status !== 'published' || typeof name !== 'string') return describeDraft(request, api)
    return forward({ ...docs, resource: name })
  }

  /** Clients that know no revisions expect what they save to be called, if the API is published. */
  async function saveAndPublish(request: ApiRequest, id: string | undefined): Promise<ApiResponse> {
    const apis = await apisOf(request, id)
    const answer = await forward(request)
    for (const api of apis) {
      const at = { ...request, resource: `custom_api/${api}`, params: {}, headers: {} }
      const { body } = await forward({ ...at, verb: 'GET', payload: undefined })
      if (!isRecord(body) || body.status !== 'published') continue
      await forward({ ...at, verb: 'PATCH', payload: { publish: true }, payloadFormat: 'json' }).catch(ignoreRefusal)
    }
    return answer
  }

  /** The APIs of the endpoints that a request writes. */
  async function apisOf(request: ApiRequest, id: string | undefined): Promise<ReadonlySet<string>> {
    const { payload, params } = request
    const sent: unknown = isRecord(payload) && Array.isArray(payload.resource) ? payload.resource : [payload]
    const records = Array.isArray(sent) ? sent.filter(isRecord) : []
    const named = [id, params.ids, ...records.map((record) => record.id)].filter((each) => each !== undefined)
    const own = records.flatMap(({ api_id }) => (api_id === undefined ? [] : [String(api_id)]))
    if (named.length === 0) return new Set(own)
    const query = { ids: named.join(','), fields: 'id,api_id', continue: 'true' }
    const { body } = await forward({
      ...request,
      verb: 'GET' as const,
      resource: 'custom_api_endpoint',
      params: query,
      payload: undefined,
    }).catch(() => ({ body: null }))
    const stored = isRecord(body) && Array.isArray(body.resource) ? body.resource.filter(isRecord) : []
    return new Set([...own, ...stored.flatMap(({ api_id }) => (api_id === undefined ? [] : [String(api_id)]))])
  }

  return {
    row: {
      id: 0,
      name: designerName,
      label: 'API Builder',
      description: 'Makes custom APIs.',
      isActive: true,
      type: customApiType,
      author: { userId: null, appId: null },
      modified: '',
    },
    service: {
      publicEndpoints: [
        { path: '*', verbs },
        { path: '', verbs },
      ],
      accessList: async () => [],
      handle,
    },
  }
}

/** What was saved stays saved, even if it cannot be published. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Problem) || error.status >= 500) throw error
}

/** The services, with the designer unless a service has its name. */
export function withDesigner(registry: Registry, designer: Registered): Registry {
  const or = (found: Registered | null, name: string) => found ?? (name === designerName ? designer : null)
  return {
    ...registry,
    get inUse() {
      return registry.inUse
    },
    find(name) {
      const found = registry.find(name)
      return found instanceof Promise ? found.then((each) => or(each, name)) : or(found, name)
    },
  }
}
