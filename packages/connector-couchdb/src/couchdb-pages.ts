import type { DocumentFilter, DocumentQuery } from '@millwright/connector/documents/document-database'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type CouchdbAnswer, TooLong } from './couchdb-client.ts'
import { selectorOf } from './mango-selector.ts'

/** Documents in a page: the first, if more may be needed than are asked for, and any. */
const pages = { first: 200, most: 1_000 }
/** Bytes of a page that later ones aim at. */
const pageBytes = 8 * 1024 * 1024
/** Milliseconds for all pages. */
const timeout = 20_000

/**
 * Reads the documents that may match a query, page by page, in the order of their identifiers. Without an index CouchDB does not sort by others,
 * and the indexes of its queries do not follow this order. Throws a 503 if it takes too long.
 */
export async function* readPages(
  { where, fields, order, limit, offset }: DocumentQuery,
  inOrder: boolean,
  send: (asked: object) => Promise<CouchdbAnswer>,
): AsyncGenerator<CouchdbAnswer> {
  const until = Date.now() + timeout
  const selector = where === null ? null : selectorOf(where)
  const asked = {
    selector: { _id: { $gt: null }, ...(selector !== null && { $and: [selector] }) },
    sort: [{ _id: inOrder && order[0]?.descending ? 'desc' : 'asc' }],
    ...neededFields(fields, where, inOrder ? [] : order),
  }
  let size = Math.max(1, Math.min(inOrder && where === null ? offset + limit : pages.first, pages.most))
  let bookmark: string | null = null
  for (;;) {
    if (Date.now() > until) throw new Problem(503, 'The query takes too long: narrow its filter, or sort by _id.')
    try {
      const answer = await send({ ...asked, limit: size, ...(bookmark !== null && { bookmark }) })
      yield answer
      const { docs = [], bookmark: next } = isRecord(answer.body) ? answer.body : {}
      const found = Array.isArray(docs) ? docs.length : 0
      if (found < size || typeof next !== 'string' || next === bookmark) return
      bookmark = next
      size = Math.max(1, Math.min(pages.most, Math.floor((pageBytes * found) / (answer.bytes + 1))))
    } catch (error) {
      if (!(error instanceof TooLong) || size === 1) throw error
      size = Math.ceil(size / 4)
    }
  }
}

/** The outermost fields that a query needs; all, if one of them could be read as a path. */
function neededFields(
  fields: DocumentQuery['fields'],
  where: DocumentFilter | null,
  order: DocumentQuery['order'],
): { readonly fields?: readonly string[] } {
  if (fields === null) return {}
  const names = ['_id', '_rev', ...fields, ...fieldsIn(where), ...order.map(({ field }) => field)]
  const outermost = [...new Set(names.map((name) => name.split('.')[0] ?? name))]
  return outermost.some((name) => name.includes('\\')) ? {} : { fields: outermost }
}

function fieldsIn(filter: DocumentFilter | null): readonly string[] {
  if (filter === null) return []
  return filter.kind === 'and' || filter.kind === 'or' ? filter.operands.flatMap(fieldsIn) : [filter.field]
}
