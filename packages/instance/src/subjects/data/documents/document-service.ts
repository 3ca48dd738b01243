import { numberSetting } from '@millwright/connector/config-values'
import {
  type CollectionKeys,
  type Document,
  type DocumentDatabase,
  documentId,
  idOf,
  listedId,
  usualKeys,
} from '@millwright/connector/documents/document-database'
import { Problem } from '@millwright/contract/problem'
import { verbsOf } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import { decide } from '../../../access/decide.ts'
import { tablePolicy } from '../../../access/table-policy.ts'
import type { Service } from '../../../gateway/service.ts'
import type { ServiceParts } from '../../../gateway/service-kind.ts'
import { batchProblem, hasFailed, retrieved } from '../../../records/batch.ts'
import { readOptions, requestedIds } from '../../../records/tables/request-options.ts'
import type { ApiRequest, ApiResponse, Params } from '../../../request/api-request.ts'
import { askedFields, choice, flag, list, number, pick, text } from '../../../request/params.ts'
import { describeDocuments } from './describe-documents.ts'
import { fieldsIn, listEntry, schemaCall } from './document-schema.ts'
import {
  conditionOf,
  type DocumentScope,
  documentNotFound,
  fieldName,
  findByIds,
  findOne,
  namedFields,
  rejectUnknownOptions,
} from './document-scope.ts'
import { writeDocuments } from './write-documents.ts'

const parts = [
  { name: '_schema', label: 'Schema Table' },
  { name: '_table', label: 'Table' },
] as const
const listed = ['name', 'label'] as const
const usualMost = 1_000

/** Creates a service for a document database, with collections at the paths of tables (docs/wire/documents.md). */
export function createDocumentService(database: DocumentDatabase, serviceParts: ServiceParts): Service {
  const { row, config, host } = serviceParts
  const { config: instance, lookups } = host.parts
  const most = Math.max(1, Math.min(numberSetting(config, 'max_records') ?? usualMost, instance.maxRecords))

  async function scopeOf(request: ApiRequest, collection: string): Promise<DocumentScope> {
    const rows = await tablePolicy(host.parts, request).permit(request.verb, request.resource)
    return {
      database,
      collection,
      request,
      most,
      keys: (await database.keys?.(collection)) ?? usualKeys,
      upserts: config.allow_upsert === true,
      rows: rows?.node ?? null,
      lookups: await lookups.of(request.caller, instance.publicUrl ?? request.origin),
    }
  }

  async function records(request: ApiRequest, [collection = '', ...rest]: readonly string[]): Promise<ApiResponse> {
    if (collection === '') {
      if (request.verb === 'GET') return collections(request)
      throw new Problem(400, `${request.verb} is not supported on '_table' itself.`)
    }
    refuseName(collection)
    const scope = await scopeOf(request, collection)
    const id = rest.length === 0 ? null : documentId(rest.join('/'), scope.keys.fields)
    if (request.verb !== 'GET') return writeDocuments(scope, id)
    return id === null ? readDocuments(scope) : readDocument(scope, id)
  }

  async function collections(request: ApiRequest): Promise<ApiResponse> {
    const names = (await database.collections()).filter((name) => maskOf(request, `_table/${name}`) !== 0)
    if (flag(request.params, 'as_list')) return { status: 200, body: { resource: names } }
    const ids = list(request.params, 'ids')
    const chosen = choice(request.params)
    const rows = names
      .filter((name) => ids === undefined || ids.includes(name))
      .map((name) => {
        const { alias: _, ...entry } = listEntry(name, maskOf(request, `_table/${name}`))
        return chosen(entry)
      })
    return { status: 200, body: { resource: rows } }
  }

  async function components(request: ApiRequest): Promise<string[]> {
    const names = await database.collections()
    const paths = [
      '_schema',
      ...names.map((name) => `_schema/${name}`),
      '_table',
      ...names.map((name) => `_table/${name}`),
    ]
    const below = paths.filter((path) => maskOf(request, path) !== 0).flatMap((path) => [`${path}/`, `${path}/*`])
    return below.length === 0 && maskOf(request, '') === 0 ? [] : ['', '*', ...below]
  }

  async function root(request: ApiRequest): Promise<ApiResponse> {
    const { verb, params } = request
    if (verb !== 'GET') throw new Problem(400, `${verb} is not supported on the service '${row.name}' itself.`)
    if (flag(params, 'as_access_list')) return { status: 200, body: { resource: await components(request) } }
    const own = parts.filter(({ name }) => maskOf(request, name) !== 0)
    if (flag(params, 'as_list')) return { status: 200, body: { resource: own.map(({ name }) => name) } }
    const withAccess = flag(params, 'include_access') && text(params, 'fields')?.trim() === '*'
    const rows = own.map((part) => ({
      ...pick(part, askedFields(params, listed, ['name'])),
      ...(withAccess && { access: verbsOf(maskOf(request, part.name)) }),
    }))
    return { status: 200, body: { resource: rows } }
  }

  return {
    publicEndpoints: [],
    accessList: components,
    guard: ({ resource }) => {
      const [first = ''] = resource.split('/')
      if (resource === '' || first === '_schema' || first === '_table') return
      throw new Problem(404, `Resource '${first}' not found for service '${row.name}'.`)
    },
    filtersRows: true,
    collections: {
      names: () => database.collections(),
      async fieldsIn(collection, documents) {
        const found = fieldsIn(documents.filter(isRecord), (await database.keys?.(collection)) ?? usualKeys)
        return found.flatMap(({ nested, ...field }) => [field, ...nested])
      },
    },
    outline: () => describeDocuments(row.name, []),
    describe: async () => describeDocuments(row.name, await database.collections()),
    async handle(request) {
      const [first, ...rest] = request.resource.split('/')
      if (first === '') return root(request)
      if (first === '_table') return records(request, rest)
      if (first === '_schema') return schemaCall({ database, request, name: rest[0] ?? '', rest: rest.slice(1) })
      throw new Problem(404, `Resource '${first}' not found for service '${row.name}'.`)
    },
    close: () => database.close(),
  }
}

function maskOf(request: ApiRequest, resource: string): number {
  return decide({ ...request, resource }, []).mask
}

/** Rejects the database's own system collections. */
function refuseName(collection: string): void {
  if (!/^(?!system\.)[^$\0]{1,200}$/.test(collection))
    throw new Problem(404, `Table '${collection.slice(0, 100)}' does not exist in the database.`)
}

/** `GET _table/{collection}/{id}` (docs/wire/documents.md). */
async function readDocument(scope: DocumentScope, id: string): Promise<ApiResponse> {
  const options = readOptions(scope.request)
  rejectUnknownOptions(options, scope.keys)
  const found = await findOne(scope, id, namedFields(options))
  if (found === null) throw documentNotFound(id)
  return { status: 200, body: found }
}

/** `GET _table/{collection}`: a page, documents by identifiers, or the number of documents. */
async function readDocuments(scope: DocumentScope): Promise<ApiResponse> {
  const { database, collection, request, most } = scope
  const { fields: keys } = scope.keys
  const options = readOptions(request)
  rejectUnknownOptions(options, scope.keys)
  const ids = requestedIds(request, keys)
  if (ids !== null) return readByIds(scope, options, ids)
  const where = conditionOf(scope, options)
  if (flag(options, 'count_only')) return { status: 200, body: await database.count(collection, where) }
  const limitOption = number(options, 'limit')
  const limit = limitOption === undefined || limitOption < 1 ? most : Math.min(limitOption, most)
  const offset = Math.max(0, number(options, 'offset') ?? 0)
  const asList = flag(options, 'as_list')
  const fields = asList ? keys : namedFields(options)
  const rows = await database.find(collection, { where, fields, order: orderOf(options, scope.keys), limit, offset })
  const resource = asList ? rows.map((row) => listedId(row, keys)) : rows
  const isCut = rows.length === limit && (limitOption === undefined || limitOption > most)
  if (!flag(options, 'include_count') && !isCut) return { status: 200, body: { resource } }
  const count = await database.count(collection, where)
  if (!flag(options, 'include_count') && count <= offset + rows.length) return { status: 200, body: { resource } }
  const next = offset + rows.length
  return { status: 200, body: { resource, meta: { count, ...(next < count && { next }) } } }
}

async function readByIds(scope: DocumentScope, options: Params, ids: readonly unknown[]): Promise<ApiResponse> {
  if (ids.length > scope.most)
    throw new Problem(400, `At most ${scope.most} documents can be asked for by identifiers.`)
  const fields = namedFields(options)
  const { fields: keys } = scope.keys
  const texts = ids.map((id) => documentId(id, keys))
  const withKeys = fields === null ? null : [...new Set([...keys, ...fields])]
  const byId = new Map((await findByIds(scope, texts, withKeys)).map((each) => [idOf(each, keys), each]))
  const documents = []
  for (const id of texts) documents.push(byId.get(id) ?? (await findOne(scope, id, withKeys)) ?? undefined)
  const hidden = fields === null ? [] : keys.filter((key) => !fields.includes(key))
  const found = documents.map((each) => each && without(each, hidden))
  const outcomes = retrieved(found, flag(options, 'continue'), (position) => documentNotFound(ids[position]))
  if (hasFailed(outcomes)) throw batchProblem(outcomes, (row) => row, 'retrieved', false)
  const done = outcomes.flatMap((outcome) => ('done' in outcome ? [outcome.done] : []))
  if (flag(options, 'count_only')) return { status: 200, body: done.length }
  return { status: 200, body: { resource: flag(options, 'as_list') ? ids : done } }
}

const without = (document: Document, names: readonly string[]): Document =>
  names.length === 0 ? document : Object.fromEntries(Object.entries(document).filter(([name]) => !names.includes(name)))

/** Always sorts by the identifier last, so that pages never overlap. */
function orderOf({ order = '' }: Params, { fields, sorted }: CollectionKeys) {
  const terms = order.split(',').flatMap((part) => {
    if (part.trim() === '') return []
    const [, name = '', way = 'asc'] = /^(\S+)(?:\s+(asc|desc))?$/i.exec(part.trim()) ?? []
    if (name === '') throw new Problem(400, `The order '${part.trim().slice(0, 100)}' cannot be read.`)
    return [{ field: fieldName(name), descending: way.toLowerCase() === 'desc' }]
  })
  const descending = terms.at(-1)?.descending ?? false
  if (terms.length === 0 && !sorted) return []
  const missing = fields.filter((key) => !terms.some(({ field }) => field === key))
  return [...terms, ...missing.map((field) => ({ field, descending }))]
}
