import { Problem } from '@millwright/contract/problem'
import type { CompiledRole } from '../../access/compiled-role.ts'
import { mayUseService } from '../../access/service-access.ts'
import type { ApiRequest, ApiResponse } from '../../gateway/api-request.ts'
import type { Interceptor } from '../../gateway/interceptor.ts'
import { flag, text } from '../../gateway/params.ts'
import type { Parts } from '../../parts.ts'
import type { Registered, Registry } from '../registry.ts'
import type { Service } from '../service.ts'
import { kindOf } from '../service-kinds.ts'
import { createDescribeService, outline } from './describe-service.ts'
import { type DescribedService, type OpenApiDocument, serviceDocument, wholeDocument } from './document.ts'
import type { ApiDescription } from './openapi.ts'
import { permitted } from './permitted.ts'
import { writtenDocument } from './written-document.ts'

export interface Docs {
  /** The service `api_docs`. */
  readonly service: Service
  /** Answers `GET {service}/_spec` for every service: its document, to whom its component `_spec` is allowed. */
  readonly interceptor: Interceptor
}

interface DocsParts {
  readonly parts: Pick<Parts, 'store' | 'caches'>
  readonly registry: Pick<Registry, 'find' | 'all'>
}

/** A service that does not answer must not keep the others' description waiting for longer. */
const longestWait = 3_000

/** Makes OpenAPI documents of services, as far as who asks may use them (docs/wire/api-docs.md). */
export function createDocs({ parts, registry }: DocsParts): Docs {
  const describe = createDescribeService(parts)
  const single = memo<ApiDescription>()
  const whole = memo<object>()

  /** Descriptions stay the same objects as long as nothing changes, so the documents can. */
  async function documentOf(request: ApiRequest, registered: Registered): Promise<OpenApiDocument> {
    const api = await describe(registered, askedOf(request))
    if (api === null) {
      throw new Problem(503, `The service '${registered.row.name}' has no API description; its definition is empty.`)
    }
    return single(api, request, () => serviceDocument(seenBy(request, registered, api)))
  }

  async function wholeOf(request: ApiRequest): Promise<OpenApiDocument> {
    const described = await Promise.all(
      (await usable(request)).map(async ({ name }) => {
        const registered = await registry.find(name.toLowerCase())
        const api = registered === null ? null : await describedInTime(registered, request)
        return registered === null || api === null ? [] : [{ registered, api }]
      }),
    )
    const found = described.flat()
    return whole(sameList(found.map(({ api }) => api)), request, () =>
      wholeDocument(found.map(({ registered, api }) => seenBy(request, registered, api))),
    )
  }

  let lists: object[][] = []
  /** The list that was given before, when it has the same members. */
  function sameList(list: object[]): object {
    const known = lists.find((each) => each.length === list.length && each.every((item, at) => item === list[at]))
    if (known !== undefined) return known
    lists = [list, ...lists].slice(0, 8)
    return list
  }

  async function describedInTime(registered: Registered, request: ApiRequest): Promise<ApiDescription | null> {
    const { promise: late, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(() => resolve(null), longestWait)
    try {
      const described = describe(registered, askedOf(request)).then((api) => api ?? noPaths)
      return (await Promise.race([described, late])) ?? outline(registered)
    } catch {
      return outline(registered)
    } finally {
      clearTimeout(timer)
    }
  }

  async function usable({ caller }: Pick<ApiRequest, 'caller'>) {
    const rows = await registry.all()
    return rows.filter((row) => row.isActive && mayUseService(caller, row.name.toLowerCase()))
  }

  async function list(request: ApiRequest): Promise<string[]> {
    return (await usable(request)).map(({ name }) => name)
  }

  async function spec(request: ApiRequest, registered: Registered): Promise<ApiResponse> {
    const answer = await writtenDocument(await documentOf(request, registered), request, registered.row.name)
    return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } }
  }

  const components = async (request: ApiRequest) => ['', '*', ...(await list(request))]

  async function one(request: ApiRequest): Promise<ApiResponse> {
    const name = request.resource.toLowerCase()
    const registered = await registry.find(name)
    if (registered === null) throw new Problem(404, `Could not find a service with a name of ${request.resource}`)
    if (!mayUseService(request.caller, name)) {
      throw new Problem(
        403,
        `Access Forbidden. The role does not allow anything on the service '${registered.row.name}'.`,
      )
    }
    if (!registered.row.isActive) throw new Problem(403, `Service ${registered.row.name} is deactivated.`)
    return writtenDocument(await documentOf(request, registered), request, registered.row.name)
  }

  return {
    service: {
      publicEndpoints: [{ path: '*', verbs: ['GET'] }],
      accessList: components,
      async handle(request) {
        const { verb, resource, params } = request
        if (verb !== 'GET') throw new Problem(400, `${verb} is not supported on API descriptions.`)
        if (resource !== '') return one(request)
        if (flag(params, 'as_access_list')) return { status: 200, body: { resource: await components(request) } }
        if (flag(params, 'as_list')) return { status: 200, body: { resource: await list(request) } }
        return writtenDocument(await wholeOf(request), request, 'api')
      },
    },
    interceptor: { around: (request, registered) => (isSpec(request) ? spec(request, registered) : null) },
  }
}

/** Whether a service's own document is asked for. */
export function isSpec({
  verb,
  resource,
  endsInSlash,
}: Pick<ApiRequest, 'verb' | 'resource' | 'endsInSlash'>): boolean {
  return verb === 'GET' && resource === '_spec' && endsInSlash !== true
}

const noPaths: ApiDescription = { paths: {}, components: {} }

function askedOf({ params }: ApiRequest) {
  return {
    refresh: flag(params, 'refresh'),
    expand: text(params, 'expand_schema') === undefined || flag(params, 'expand_schema'),
  }
}

function seenBy(request: ApiRequest, { row, service }: Registered, api: ApiDescription): DescribedService {
  const { caller, requestor } = request
  const reader = { caller, requestor, service: row.name.toLowerCase() }
  return {
    name: row.name,
    label: row.label ?? row.name,
    description: row.description ?? '',
    group: kindOf(row.type)?.group ?? '',
    api: permitted(api, reader, service.publicEndpoints),
  }
}

/** What is made of a source once for each role, and once for those whom no role restricts. */
function memo<Source extends object>() {
  const everything = {}
  const nothing = {}
  const known = new WeakMap<Source, WeakMap<CompiledRole | object, OpenApiDocument>>()
  return (source: Source, { caller, requestor }: ApiRequest, make: () => OpenApiDocument): OpenApiDocument => {
    const byRole = known.get(source) ?? new WeakMap()
    known.set(source, byRole)
    const role = caller.sysadmin ? everything : (caller.role ?? nothing)
    const before = requestor === 'API' ? byRole.get(role) : undefined
    if (before !== undefined) return before
    const made = make()
    if (requestor === 'API') byRole.set(role, made)
    return made
  }
}
