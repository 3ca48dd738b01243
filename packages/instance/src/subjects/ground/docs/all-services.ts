import { Readable } from 'node:stream'
import type { DescriptionOptions } from '@millwright/connector/declaration'
import { type ApiDescription, uniqueNames } from '@millwright/connector/openapi'
import { Problem } from '@millwright/contract/problem'
import type { Registered, Registry } from '../../../gateway/registry.ts'
import type { ServiceRow } from '../../../gateway/service-kind.ts'
import { inTurn, Yielder } from '../../../platform/yielder.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { FileContent } from '../../../request/file-content.ts'
import { text } from '../../../request/params.ts'
import {
  type Conversion,
  type DescribedService,
  type DocumentPart,
  documentHead,
  documentPart,
  documentText,
  type OpenApiDocument,
  wholeDocument,
} from './document.ts'
import { wantsYaml, writtenDocument } from './written-document.ts'

/** Milliseconds after which an unresponsive service is left out, so that it does not delay the description of the others. */
const longestWait = 3_000
/** The document of more services is written part by part and not cached; tables have no separate paths in it. */
const maxWhole = 200
/** Beyond this number of schemas, tables have no separate paths in the document of all services, which would take too long. */
const maxSchemas = 3_000

export interface AllServicesParts {
  /** Of the instance's public URL. */
  readonly basePath: string
  readonly registry: Pick<Registry, 'find'>
  /** `isKept`: whether the same object is returned until something changes; absent: yes. */
  readonly describe: (registered: Registered, options: Describing) => Promise<ApiDescription | null>
  /** Returns the services that the caller may use. */
  readonly usable: (request: ApiRequest) => Promise<readonly ServiceRow[]>
  /** Returns a service as the caller may see it. */
  readonly seenBy: (request: ApiRequest, registered: Registered, api: ApiDescription) => Promise<DescribedService>
  /** Caches documents by what they are made of, besides `found`. */
  readonly cached: (
    request: ApiRequest,
    found: readonly unknown[],
    make: () => Promise<OpenApiDocument>,
  ) => Promise<OpenApiDocument>
}

type Describing = DescriptionOptions & { readonly isKept?: boolean }

interface AskedDocument extends DescriptionOptions {
  /** Converts a document to the requested version. */
  readonly convert: Conversion
}

interface Found {
  readonly registered: Registered
  readonly api: ApiDescription
}

/**
 * Creates the response to `GET api_docs`: one document of all services that the caller may use. Other requests are answered while it
 * is made, however many services there are (docs/wire/api-docs.md).
 */
export function createAllServices({ basePath, registry, describe, usable, seenBy, cached }: AllServicesParts) {
  async function* describeAll(services: readonly ServiceRow[], options: Describing): AsyncGenerator<Found> {
    for await (const found of inTurn(services, (row) => describedInTime(row, options))) if (found !== null) yield found
  }

  async function describedInTime({ name }: ServiceRow, options: Describing): Promise<Found | null> {
    const registered = await registry.find(name.toLowerCase())
    if (registered === null) return null
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(reject, longestWait)
    try {
      const api = await Promise.race([describe(registered, options), late])
      return api === null ? null : { registered, api }
    } catch {
      const api = (await registered.service.outline?.()) ?? null
      return api === null ? null : { registered, api }
    } finally {
      clearTimeout(timer)
    }
  }

  async function* partsOf(
    request: ApiRequest,
    services: AsyncIterable<Found> | readonly Found[],
    convert: AskedDocument['convert'],
  ): AsyncGenerator<DocumentPart> {
    const unique = uniqueNames()
    const yielder = new Yielder()
    for await (const { registered, api } of services) {
      yield await documentPart(await seenBy(request, registered, api), unique, convert)
      await yielder.step()
    }
  }

  async function atOnceDocument(
    request: ApiRequest,
    services: readonly ServiceRow[],
    options: AskedDocument,
  ): Promise<OpenApiDocument> {
    const described = await Array.fromAsync(describeAll(services, options))
    const schemas = described.reduce((sum, { api }) => sum + (api.guarded?.size ?? 0), 0)
    const tooMany = request.params.expand_schema === undefined && schemas > maxSchemas
    const found = tooMany
      ? await Array.fromAsync(describeAll(services, { ...options, refresh: false, tables: 'none' }))
      : described
    const parts = found.flatMap(({ registered, api }) => [registered.row, api])
    return cached(request, [options.convert, ...parts], async () =>
      wholeDocument(
        await documentHead(options.convert, basePath),
        await Array.fromAsync(partsOf(request, found, options.convert)),
      ),
    )
  }

  function streamedDocument(
    request: ApiRequest,
    services: readonly ServiceRow[],
    documentOptions: AskedDocument,
  ): FileContent {
    const tables = documentOptions.tables === 'in full' ? 'in full' : 'none'
    const found = describeAll(services, { ...documentOptions, tables, isKept: false })
    const parts = partsOf(request, found, documentOptions.convert)
    const file = text(request.params, 'file')
    return new FileContent({
      name: file !== undefined && /\.json$/i.test(file) ? file : 'api.json',
      contentType: 'application/json; charset=utf-8',
      isText: true,
      disposition: file === undefined ? null : 'attachment',
      size: null,
      modified: null,
      read: () =>
        Readable.from(documentText(documentHead(documentOptions.convert, basePath), parts), { objectMode: false }),
      close: () => undefined,
    })
  }

  return async (request: ApiRequest, documentOptions: AskedDocument): Promise<ApiResponse> => {
    const services = await usable(request)
    if (services.length <= maxWhole) {
      return writtenDocument(await atOnceDocument(request, services, documentOptions), request, 'api')
    }
    if (wantsYaml(request)) {
      throw new Problem(
        400,
        `The document of more than ${maxWhole} services is only available as JSON. For YAML, request the document of one service.`,
      )
    }
    return { status: 200, body: streamedDocument(request, services, documentOptions) }
  }
}
