import { Problem } from '@millwright/contract/problem'
import { batchProblem, hasFailed, retrieved } from '../../records/batch.ts'
import { readOptions, requestedIds } from '../../records/tables/read-options.ts'
import type { ApiResponse, Params } from '../../request/api-request.ts'
import { flag, number } from '../../request/params.ts'
import { fieldName } from './document-filter.ts'
import {
  conditionOf,
  type DocumentScope,
  documentId,
  fieldsOf,
  findOne,
  notFound,
  rejectUnknownOptions,
} from './document-scope.ts'

/** `GET _table/{collection}/{id}` (docs/wire/documents.md). */
export async function readDocument(scope: DocumentScope, id: string): Promise<ApiResponse> {
  const options = readOptions(scope.request)
  rejectUnknownOptions(options)
  const found = await findOne(scope, id, fieldsOf(options))
  if (found === null) throw notFound(id)
  return { status: 200, body: found }
}

/** `GET _table/{collection}`: a page, documents by identifiers, or the number of documents. */
export async function readDocuments(scope: DocumentScope): Promise<ApiResponse> {
  const { database, collection, request, most } = scope
  const options = readOptions(request)
  rejectUnknownOptions(options)
  const ids = requestedIds(request, ['_id'])
  if (ids !== null) return readByIds(scope, options, ids)
  const where = conditionOf(scope, options)
  if (flag(options, 'count_only')) return { status: 200, body: await database.count(collection, where) }
  const asked = number(options, 'limit')
  const limit = asked === undefined || asked < 1 ? most : Math.min(asked, most)
  const offset = Math.max(0, number(options, 'offset') ?? 0)
  const asList = flag(options, 'as_list')
  const fields = asList ? ['_id'] : fieldsOf(options)
  const rows = await database.find(collection, { where, fields, order: orderOf(options), limit, offset })
  const resource = asList ? rows.map(({ _id }) => _id) : rows
  const isCut = rows.length === limit && (asked === undefined || asked > most)
  if (!flag(options, 'include_count') && !isCut) return { status: 200, body: { resource } }
  const count = await database.count(collection, where)
  if (!flag(options, 'include_count') && count <= offset + rows.length) return { status: 200, body: { resource } }
  const next = offset + rows.length
  return { status: 200, body: { resource, meta: { count, ...(next < count && { next }) } } }
}

async function readByIds(scope: DocumentScope, options: Params, ids: readonly unknown[]): Promise<ApiResponse> {
  if (ids.length > scope.most)
    throw new Problem(400, `At most ${scope.most} documents can be asked for by identifiers.`)
  const fields = fieldsOf(options)
  const found = []
  for (const id of ids) found.push((await findOne(scope, documentId(id), fields)) ?? undefined)
  const outcomes = retrieved(found, flag(options, 'continue'), (position) => notFound(ids[position]))
  if (hasFailed(outcomes)) throw batchProblem(outcomes, (row) => row, 'retrieved', false)
  const done = outcomes.flatMap((outcome) => ('done' in outcome ? [outcome.done] : []))
  if (flag(options, 'count_only')) return { status: 200, body: done.length }
  return { status: 200, body: { resource: flag(options, 'as_list') ? ids : done } }
}

/** Always sorts by the identifier last, so that pages never overlap. */
function orderOf({ order = '' }: Params) {
  const terms = order.split(',').flatMap((part) => {
    if (part.trim() === '') return []
    const [, name = '', way = 'asc'] = /^(\S+)(?:\s+(asc|desc))?$/i.exec(part.trim()) ?? []
    if (name === '') throw new Problem(400, `The order '${part.trim().slice(0, 100)}' cannot be read.`)
    return [{ field: fieldName(name), descending: way.toLowerCase() === 'desc' }]
  })
  const descending = terms.at(-1)?.descending ?? false
  return terms.some(({ field }) => field === '_id') ? terms : [...terms, { field: '_id', descending }]
}
