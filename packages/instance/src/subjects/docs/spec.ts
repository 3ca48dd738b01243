import type { Forward } from '../../gateway/gateway.ts'
import type { Registered } from '../../gateway/registry.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { flag, text } from '../../request/params.ts'
import { dataModel, relationshipsOf } from '../data-model/data-model.ts'
import type { ModelTable } from '../data-model/model-table.ts'
import { compactDocument } from './compact-document.ts'
import type { OpenApiDocument } from './document.ts'
import { writtenInPieces } from './large-document.ts'
import { documentOfResource, itemsNamed } from './named-resource.ts'
import { readFacts } from './read-model.ts'
import { readableTables } from './readable-tables.ts'

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
    const found = await service.recordTables?.(flag(params, 'refresh'))
    if (found === undefined) return { ...described, error: `The service '${row.name}' has no tables.` }
    const readable = readableTables(request, registered, found)
    const named = text(params, 'resource_name')
    const tables = named === undefined ? readable : itemsNamed(readable, named, ({ name }) => [name])
    const [samples, stock] = [flag(params, 'samples') && !flag(params, 'stock'), flag(params, 'stock')]
    const facts = await readFacts(call, request, { tables, samples, late })
    return { ...dataModel({ ...described, tables, facts, samples, stock }) }
  }

  async function written(request: ApiRequest, registered: Registered): Promise<OpenApiDocument> {
    const { params } = request
    const document = await documentOf(request, registered)
    const tables = await registered.service.recordTables?.(false)
    const named = text(params, 'resource_name')
    const compact = flag(params, 'compact')
    const lists = !compact || flag(params, 'tables')
    return cached(request, [document, tables, named, compact, lists], async () => {
      const part = named === undefined ? document : documentOfResource(document, named)
      const shown = compact ? compactDocument(part) : part
      return tables === undefined
        ? shown
        : { ...shown, ...aboutTables(readableTables(request, registered, tables), lists) }
    })
  }

  return async (request: ApiRequest, registered: Registered): Promise<ApiResponse> => {
    const isModel = flag(request.params, 'model')
    const document = await (isModel ? modelOf : written)(request, registered)
    // A data model is JSON whatever is asked for.
    const asked = isModel ? { params: {}, headers: { 'if-none-match': request.headers['if-none-match'] } } : request
    const answer = await writtenInPieces(document, asked, registered.row.name)
    return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } }
  }
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
