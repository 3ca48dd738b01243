import type { ApiDescription, Components } from '@millwright/connector/openapi'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Registered } from '../../../gateway/registry.ts'
import type { DescribedTable } from '../../../records/described-table.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag, text } from '../../../request/params.ts'
import { dataModel, relationshipsOf } from '../data-model/data-model.ts'
import type { ModelTable } from '../data-model/model-table.ts'
import { compactDocument, outlined } from './compact-document.ts'
import type { OpenApiDocument } from './document.ts'
import { collectionTable, modelReader, readCollections, readFacts } from './read-model.ts'
import { mayReadOf, readableTables } from './readable-tables.ts'
import { pruned } from './references.ts'
import { writtenDocument } from './written-document.ts'

/** Milliseconds for a data model. */
const longest = 3_000

/** What is made of a description before its document is. */
export type Shape = (api: ApiDescription) => Promise<ApiDescription>

interface SpecParts {
  /** Returns the service's document for the caller of a request. `shape`: what is made of the description first. */
  readonly documentOf: (request: ApiRequest, registered: Registered, shape?: Shape) => Promise<OpenApiDocument>
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
    const selection = named === undefined ? found : itemsNamed(found, named, ({ name }) => [name])
    const samples = flag(params, 'samples') && !flag(params, 'stock')
    const stock = flag(params, 'stock')
    const reader = modelReader(call, request, late)
    const names = selection.map(({ name }) => name)
    const tables = collections === undefined ? selection : await readCollections(reader, collections, names)
    const facts = await readFacts(reader, { tables, samples, groups: collections === undefined })
    return { ...dataModel({ ...described, tables, facts, samples, stock }) }
  }

  async function written(request: ApiRequest, registered: Registered): Promise<OpenApiDocument> {
    const { params } = request
    const compact = flag(params, 'compact')
    const document = await documentOf(request, registered, compact ? outlined : undefined)
    const listed = await listedIn(registered, false)
    const named = text(params, 'resource_name')
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
    const formatRequest = isModel
      ? { params: {}, resource: '', headers: { 'if-none-match': request.headers['if-none-match'] } }
      : request
    const answer = await writtenDocument(document, formatRequest, registered.row.name)
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

/**
 * Returns the items with a name, ignoring case; if there are none, those whose names begin with it. `namesOf`: the names of an item. Throws
 * 404 if there are none either.
 */
function itemsNamed<T>(items: readonly T[], query: string, namesOf: (item: T) => readonly string[]): readonly T[] {
  const wanted = query.trim().toLowerCase()
  const matching = (matches: (name: string) => boolean) =>
    items.filter((item) => namesOf(item).some((name) => matches(name.toLowerCase())))
  const exact = matching((name) => name === wanted)
  const found = exact.length > 0 || wanted === '' ? exact : matching((name) => name.startsWith(wanted))
  if (found.length > 0) return found
  throw new Problem(404, `There is nothing named '${query}' here that you may use.`)
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
