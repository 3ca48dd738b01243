import { setImmediate } from 'node:timers/promises'
import type { DescriptionOptions } from '@millwright/connector/declaration'
import type { ApiDescription } from '@millwright/connector/openapi'
import { Problem } from '@millwright/contract/problem'
import { mayUseService } from '../../../access/rule-match.ts'
import type { Forward, Interceptor } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Registered, Registry } from '../../../gateway/registry.ts'
import type { Service } from '../../../gateway/service.ts'
import type { RunnableKinds, ServiceRow } from '../../../gateway/service-kind.ts'
import { basePathOf } from '../../../platform/base-path.ts'
import { createLruCache } from '../../../platform/cache.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag, text } from '../../../request/params.ts'
import { type AllServicesParts, createAllServices } from './all-services.ts'
import { describeFiles } from './describe-files.ts'
import { describeCache, describeDocs, describeEmail } from './describe-services.ts'
import { type Conversion, type DescribedService, type OpenApiDocument, serviceDocument } from './document.ts'
import { asOpenApi30 } from './openapi-3-0.ts'
import { permitted } from './permitted.ts'
import { createSpec, type Shape } from './spec.ts'
import { storedDescription } from './stored-definition.ts'
import { writtenDocument } from './written-document.ts'

export interface Docs {
  /** The service `api_docs`. */
  readonly service: Service
  /** Responds to `GET {service}/_spec` for every service with its document, if the caller has access to the component `_spec`. */
  readonly interceptor: Interceptor
  /** The whole description of a service, whoever asks; `null`: there is none. */
  describe(service: string): Promise<ApiDescription | null>
  /** Answers with the document of what is described, in the asked version and form. */
  written(request: ApiRequest, described: DescribedService): Promise<ApiResponse>
}

interface DocsParts {
  readonly parts: Pick<Parts, 'store' | 'caches'> & { readonly config: Pick<Parts['config'], 'publicUrl'> }
  readonly registry: Pick<Registry, 'find' | 'all'>
  readonly kinds: RunnableKinds
  /** Reads records for data models, on behalf of the caller. */
  readonly call: Forward
}

/** Creates OpenAPI documents of services, as far as the caller may use them (docs/wire/api-docs.md). */
export function createDocs({ parts, registry, kinds, call }: DocsParts): Docs {
  const describe = createDescribeService(parts, kinds)
  const cached = createDocumentCache()
  const basePath = basePathOf(parts.config.publicUrl)
  const allServices = createAllServices({
    basePath,
    registry,
    describe,
    usable,
    seenBy,
    cached: (request, found, make) => cached([...found, ...readerOf(request)], make),
  })

  async function seenBy(
    { caller, requestor }: ApiRequest,
    { row, service }: Registered,
    api: ApiDescription,
  ): Promise<DescribedService> {
    const reader = { caller, requestor, service: row.name.toLowerCase() }
    return {
      name: row.name,
      label: row.label ?? row.name,
      description: row.description ?? '',
      group: kinds.of(row.type)?.group ?? '',
      api: await permitted(api, reader, service.publicEndpoints),
    }
  }

  /** Descriptions are the same objects until something changes, so documents can be cached by them. */
  async function documentOf(request: ApiRequest, registered: Registered, shape?: Shape): Promise<OpenApiDocument> {
    const api = await describe(registered, askedOf(request))
    if (api === null) {
      throw new Problem(503, `The service '${registered.row.name}' has no API description; its definition is empty.`)
    }
    const version = versionOf(request)
    const parts = [version, registered.row, api, shape, ...readerOf(request)]
    return cached(parts, async () => {
      await setImmediate()
      const shaped = shape === undefined ? api : await shape(api)
      const document = await serviceDocument(await seenBy(request, registered, shaped), basePath)
      await setImmediate()
      return conversionTo(version)(document)
    })
  }

  async function usable({ caller }: Pick<ApiRequest, 'caller'>) {
    const rows = await registry.all()
    return rows.filter((row) => row.isActive && mayUseService(caller, row.name.toLowerCase()))
  }

  async function list(request: ApiRequest): Promise<string[]> {
    return (await usable(request)).map(({ name }) => name)
  }

  const spec = createSpec({
    documentOf,
    cached: (request, parts, make) => cached([...parts, ...readerOf(request)], make),
    call,
  })

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
        return allServices(request, { ...askedOf(request), convert: conversionTo(versionOf(request)) })
      },
    },
    async describe(name) {
      const registered = await registry.find(name)
      return registered === null || !registered.row.isActive ? null : describe(registered, everything)
    },
    async written(request, described) {
      const document = conversionTo(versionOf(request))(await serviceDocument(described, basePath))
      return writtenDocument(await document, request, described.name)
    },
    interceptor: { around: (request, registered) => (isSpec(request) ? spec(request, registered) : null) },
  }
}

/** Returns whether a request is for a service's own document. */
export function isSpec({
  verb,
  resource,
  endsInSlash,
}: Pick<ApiRequest, 'verb' | 'resource' | 'endsInSlash'>): boolean {
  return verb === 'GET' && resource === '_spec' && endsInSlash !== true
}

function askedOf({ params }: ApiRequest): DescriptionOptions {
  const isUsual = text(params, 'expand_schema') === undefined
  return {
    refresh: flag(params, 'refresh'),
    tables: isUsual ? 'as fits' : flag(params, 'expand_schema') ? 'in full' : 'none',
  }
}

/** Returns the requested version of OpenAPI. Throws 400 for unsupported ones. */
function versionOf({ params }: ApiRequest): '3.0' | '3.1' {
  const versionText = text(params, 'openapi')?.trim() ?? ''
  if (versionText === '' || /^3\.0(?:\.\d+)?$/.test(versionText)) return '3.0'
  if (/^3\.1(?:\.\d+)?$/.test(versionText)) return '3.1'
  throw new Problem(400, "Parameter 'openapi' must be 3.0 or 3.1.")
}

function conversionTo(version: '3.0' | '3.1'): Conversion {
  return version === '3.0' ? asOpenApi30 : unchanged
}

const everything: DescriptionOptions = { refresh: false, tables: 'in full' }

const unchanged = (document: OpenApiDocument) => document

/** Returns what determines the caller's view, besides the service. */
function readerOf({ caller, requestor }: ApiRequest): readonly unknown[] {
  const authors = caller.narrowedBy?.map((author) => author.caller.role) ?? []
  return [caller.sysadmin ? 'everything' : caller.role, requestor, ...authors]
}

/** Each takes some megabytes with hundreds of tables. */
const maxDocuments = 16

type DocumentCache = (parts: readonly unknown[], make: () => Promise<OpenApiDocument>) => Promise<OpenApiDocument>

/** Caches documents by their parts; the least recently used are evicted. */
function createDocumentCache(): DocumentCache {
  let documents: { readonly parts: readonly unknown[]; readonly document: OpenApiDocument }[] = []
  return async (parts, make) => {
    const found = documents.find((each) => isSame(each.parts, parts))
    const entry = found ?? { parts, document: await make() }
    documents = [entry, ...documents.filter((each) => each !== found)].slice(0, maxDocuments)
    return entry.document
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((part, at) => part === other[at])
}

/** Each takes some hundred kilobytes. */
const maxCommon = 200

/**
 * Returns a service's description: the hand-written one, else its own, else that of its type; `null`: none. One that is not kept is made
 * for the caller alone, so that many do not replace what others are about to use.
 */
function createDescribeService(parts: DocsParts['parts'], kinds: RunnableKinds): AllServicesParts['describe'] {
  const common = createLruCache<ServiceRow, ApiDescription>(maxCommon)

  return async ({ row, service }, { isKept = true, ...options }) => {
    const written = await storedDescription(parts, row, options.refresh)
    if (written !== null) return written
    if (service.describe !== undefined) return service.describe(options)
    const known = common.get(row)
    if (known !== undefined) return known
    const kind = kinds.of(row.type)
    const apiDescription =
      kind?.make === undefined ? null : (kind.describe?.(row.name) ?? commonDescription(kind.group, row.name))
    if (apiDescription !== null && isKept) common.set(row, apiDescription)
    return apiDescription
  }
}

/** Returns what all services of a group have in common; `null` if they differ. */
function commonDescription(group: string, service: string): ApiDescription | null {
  if (group === 'File') return describeFiles(service)
  if (group === 'Email') return describeEmail(service)
  if (group === 'Cache') return describeCache(service)
  return group === 'API Doc' ? describeDocs() : null
}
