import { type Components, operationVerbs } from '@millwright/connector/openapi/openapi'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Registered } from '../../../gateway/registry.ts'
import { paced } from '../../../platform/yielder.ts'
import type { DescribedTable } from '../../../records/described-table.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag, text } from '../../../request/params.ts'
import { dataModel, relationshipsOf } from '../data-model/data-model.ts'
import type { ModelTable } from '../data-model/model-table.ts'
import type { OpenApiDocument } from './document.ts'
import { collectionTable, modelReader, readCollections, readFacts } from './read-model.ts'
import { mayReadOf, readableTables } from './readable-tables.ts'
import { pruned } from './references.ts'
import { writtenDocument } from './written-document.ts'

/** Milliseconds for a data model. */
const longest = 3_000

interface SpecParts {
  /** Returns the service's document for the caller of a request. */
  readonly documentOf: (request: ApiRequest, registered: Registered) => Promise<OpenApiDocument>
  /** Caches documents by what they are made of, besides the caller's rights. */
  readonly cached: (
    request: ApiRequest,
    parts: readonly unknown[],
    make: () => Promise<OpenApiDocument>,
  ) => Promise<OpenApiDocument>
  /** Reads records for data models. */
  readonly call: Forward
}

/** Creates the response to `GET {service}/_spec`: a whole or compact document, or a data model (docs/wire/api-docs.md). */
export function createSpec({ documentOf, cached, call }: SpecParts) {
  async function modelOf(request: ApiRequest, registered: Registered): Promise<OpenApiDocument> {
    const late = AbortSignal.timeout(longest)
    const { params } = request
    const { row, service } = registered
    const described = { service: row.name, description: row.description ?? '' }
    const { collections } = service
    const listed = await listedIn(registered, flag(params, 'refresh'))
    if (listed === null) return { ...described, error: `The service '${row.name}' has no tables.` }
    const found = await readableIn(request, registered, listed)
    const named = text(params, 'resource_name')
    const asked = named === undefined ? found : itemsNamed(found, named, ({ name }) => [name])
    const [samples, stock] = [flag(params, 'samples') && !flag(params, 'stock'), flag(params, 'stock')]
    const reader = modelReader(call, request, late)
    const names = asked.map(({ name }) => name)
    const tables = collections === undefined ? asked : await readCollections(reader, collections, names)
    const facts = await readFacts(reader, { tables, samples, groups: collections === undefined })
    return { ...dataModel({ ...described, tables, facts, samples, stock }) }
  }

  async function written(request: ApiRequest, registered: Registered): Promise<OpenApiDocument> {
    const { params } = request
    const document = await documentOf(request, registered)
    const listed = await listedIn(registered, false)
    const named = text(params, 'resource_name')
    const compact = flag(params, 'compact')
    const lists = !compact || flag(params, 'tables')
    const of = listed === null ? null : (listed.tables ?? listed.names.join('\n'))
    return cached(request, [document, of, named, compact, lists], async () => {
      const part = named === undefined ? document : await documentOfResource(document, named)
      const shown = compact ? await compactDocument(part) : part
      return listed === null
        ? shown
        : { ...shown, ...aboutTables(await readableIn(request, registered, listed), lists) }
    })
  }

  return async (request: ApiRequest, registered: Registered): Promise<ApiResponse> => {
    const isModel = flag(request.params, 'model')
    const document = await (isModel ? modelOf : written)(request, registered)
    // A data model is JSON whatever is asked for.
    const asked = isModel ? { params: {}, headers: { 'if-none-match': request.headers['if-none-match'] } } : request
    const answer = await writtenDocument(document, asked, registered.row.name)
    return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } }
  }
}

/** The tables of a database, or the names of the collections of a document database. */
type Listed =
  | { readonly tables: readonly DescribedTable[] }
  | { readonly tables?: undefined; readonly names: readonly string[] }

/** `null`: the service has neither. */
async function listedIn({ service }: Registered, refresh: boolean): Promise<Listed | null> {
  const tables = await service.recordTables?.(refresh)
  if (tables !== undefined) return { tables }
  const names = await service.collections?.names()
  return names === undefined ? null : { names }
}

/** Those whose records the caller may read; of collections, the names alone. */
async function readableIn(request: ApiRequest, registered: Registered, listed: Listed): Promise<readonly ModelTable[]> {
  if (listed.tables !== undefined) return readableTables(request, registered, listed.tables)
  return listed.names.filter(mayReadOf(request, registered.row)).map((name) => collectionTable(name, []))
}

/** The members about tables that other servers of the platform add. */
function aboutTables(tables: readonly ModelTable[], lists: boolean): object {
  const names = lists ? { tables: tables.map(({ name }) => name) } : {}
  const note = lists
    ? 'Records are at /_table/{table}.'
    : 'Records are at /_table/{table}; tables=true lists the names.'
  return {
    'x-dreamfactory-resources': { type: 'database', ...names, count: tables.length, note },
    'x-dreamfactory-relationships': {
      description: 'Relations of tables, which related=… embeds.',
      tables: relationshipsOf(tables, true),
    },
  }
}

/** Returns a document with one line per operation instead of its description (docs/wire/api-docs.md). */
async function compactDocument(document: OpenApiDocument): Promise<OpenApiDocument> {
  const { paths, components: _components, tags: _tags, ...head } = document
  const endpoints: object[] = []
  for await (const [path, item] of paced(Object.entries(isRecord(paths) ? paths : {}))) {
    if (!isRecord(item)) continue
    for (const verb of operationVerbs) {
      const operation = item[verb]
      if (isRecord(operation)) endpoints.push(endpoint(document, path, verb, item, operation))
    }
  }
  return { ...head, endpoints, endpoint_count: endpoints.length }
}

type Json = Readonly<Record<string, unknown>>

function endpoint(document: OpenApiDocument, path: string, verb: string, item: Json, operation: Json): object {
  const { summary, operationId } = operation
  const parameters = [...listIn(item.parameters), ...listIn(operation.parameters)].flatMap((each) =>
    parameterText(resolved(document, each)),
  )
  return {
    path,
    method: verb.toUpperCase(),
    ...(typeof summary === 'string' && { summary }),
    ...(typeof operationId === 'string' && { operationId }),
    ...(parameters.length > 0 && { parameters }),
    has_request_body: operation.requestBody !== undefined,
  }
}

/** `limit (query, integer)`. */
function parameterText(parameter: unknown): string[] {
  if (!isRecord(parameter) || typeof parameter.name !== 'string') return []
  const type = isRecord(parameter.schema) ? parameter.schema.type : undefined
  const kind = Array.isArray(type) ? type.join(' or ') : typeof type === 'string' ? type : 'any'
  return [`${parameter.name} (${String(parameter.in)}, ${kind})`]
}

function resolved({ components }: OpenApiDocument, value: unknown): unknown {
  if (!isRecord(value) || typeof value.$ref !== 'string') return value
  const name = /^#\/components\/parameters\/(.+)$/.exec(value.$ref)?.[1]
  const shared = isRecord(components) && isRecord(components.parameters) ? components.parameters : {}
  return name === undefined ? undefined : shared[name]
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/**
 * Returns the items with a name, ignoring case; if there are none, those whose names begin with it. `namesOf`: the names of an item. Throws
 * 404 if there are none either.
 */
function itemsNamed<T>(items: readonly T[], asked: string, namesOf: (item: T) => readonly string[]): readonly T[] {
  const wanted = asked.trim().toLowerCase()
  const matching = (matches: (name: string) => boolean) =>
    items.filter((item) => namesOf(item).some((name) => matches(name.toLowerCase())))
  const exact = matching((name) => name === wanted)
  const found = exact.length > 0 || wanted === '' ? exact : matching((name) => name.startsWith(wanted))
  if (found.length > 0) return found
  throw new Problem(404, `There is nothing named '${asked}' here that you may use.`)
}

/** Returns a document with only the paths that have a segment of this name (`itemsNamed`), and what they refer to. */
async function documentOfResource(document: OpenApiDocument, name: string): Promise<OpenApiDocument> {
  const all = Object.entries(isRecord(document.paths) ? document.paths : {})
  const paths = Object.fromEntries(itemsNamed(all, name, ([path]) => segmentsOf(path)))
  const { securitySchemes, ...components } = componentsOf(document)
  return {
    ...document,
    paths,
    components: { ...(securitySchemes && { securitySchemes }), ...(await pruned(paths, components)) },
  }
}

function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'))
    .map(decoded)
}

/** Hand-written definitions may contain literal percent signs. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function componentsOf({ components }: OpenApiDocument): Components {
  const kinds = isRecord(components) ? Object.entries(components) : []
  return Object.fromEntries(kinds.flatMap(([kind, values]) => (isRecord(values) ? [[kind, values]] : [])))
}
