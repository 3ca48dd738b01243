import type {
  Document,
  DocumentFilter,
  DocumentQuery,
  FieldComparison,
} from '@millwright/connector/documents/document-database'
import { withoutMarks } from '@millwright/connector/documents/marked-values'
import { isNumber, likeExpression } from '@millwright/connector/documents/match-document'
import { Problem } from '@millwright/contract/problem'
import { exactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type CouchdbAnswer, TooLong } from './couchdb-client.ts'

/** Fields at the top of a document that begin with an underscore, of which CouchDB has more: `_deleted` would delete the document. */
const ownFields = new Set(['_id', '_rev', '_attachments'])

/** Identifiers that begin with an underscore are those of designs, whose code CouchDB runs. */
export const isDocumentId = (id: string): boolean => id !== '' && !id.startsWith('_')

/** Converts a document, or some of its fields, from a request for CouchDB. Throws a 400 for what CouchDB would not keep as data. */
export function toCouchdb(content: Document): Document {
  const wrong = Object.keys(content).find((name) => name.startsWith('_') && !ownFields.has(name))
  if (wrong !== undefined) throw new Problem(400, `A field cannot have the name '${wrong.slice(0, 100)}' in CouchDB.`)
  const { _id, _rev } = content
  if (_rev !== undefined && typeof _rev !== 'string') throw new Problem(400, "'_rev' of a document is a text.")
  if (_id === undefined) return Object(withoutMarks(content))
  const id = typeof _id === 'number' ? String(_id) : _id
  if (typeof id !== 'string' || !isDocumentId(id)) {
    throw new Problem(400, "'_id' of a document is a text that does not begin with an underscore.")
  }
  return { ...Object(withoutMarks(content)), _id: id }
}

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
  send: (payload: object) => Promise<CouchdbAnswer>,
): AsyncGenerator<CouchdbAnswer> {
  const until = Date.now() + timeout
  const selector = where === null ? null : selectorOf(where)
  const baseQuery = {
    selector: { _id: { $gt: null }, ...(selector !== null && { $and: [selector] }) },
    sort: [{ _id: inOrder && order[0]?.descending ? 'desc' : 'asc' }],
    ...neededFields(fields, where, inOrder ? [] : order),
  }
  let size = Math.max(1, Math.min(inOrder && where === null ? offset + limit : pages.first, pages.most))
  let bookmark: string | null = null
  for (;;) {
    if (Date.now() > until) throw new Problem(503, 'The query takes too long: narrow its filter, or sort by _id.')
    try {
      const answer = await send({ ...baseQuery, limit: size, ...(bookmark !== null && { bookmark }) })
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

/** A condition of CouchDB's queries. Every operator in it is written here; names and texts of callers are only ever fields and operands. */
export type Selector = Readonly<Record<string, unknown>>

/**
 * A selector for at least the documents that match a condition, or `null` if CouchDB cannot narrow them down. What it compares differently
 * (texts by the rules of a language, fields within lists, bytes instead of characters) is left to the instance.
 */
export function selectorOf(filter: DocumentFilter): Selector | null {
  if (filter.kind === 'and') {
    const parts = filter.operands.map(selectorOf).filter((part) => part !== null)
    return parts.length === 0 ? null : { $and: parts }
  }
  if (filter.kind === 'or') {
    const parts = filter.operands.map(selectorOf)
    const known = parts.filter((part) => part !== null)
    return known.length < parts.length ? null : { $or: known }
  }
  const { field } = filter
  // A backslash escapes the dots of a path.
  if (field.includes('\\')) return null
  if (filter.kind === 'null') {
    const own = filter.negated
      ? [{ [field]: { $exists: true } }]
      : [{ [field]: { $exists: false } }, { [field]: { $eq: null } }]
    return { $or: [...own, ...listsAbove(field)] }
  }
  const conditions = filter.negated
    ? [{ $exists: true }]
    : filter.kind === 'in'
      ? [{ $in: filter.texts.flatMap(meanings) }]
      : comparison(filter)
  return {
    $or: [
      ...conditions.map((condition) => ({ [field]: condition })),
      { [field]: { $type: 'array' } },
      ...listsAbove(field),
    ],
  }
}

/** Whether one of the fields around a nested one is a list, of which every element is searched. */
function listsAbove(field: string): readonly Selector[] {
  const names = field.split('.')
  return names.slice(1).map((_, at) => ({ [names.slice(0, at + 1).join('.')]: { $type: 'array' } }))
}

const orders = { '>': '$gt', '>=': '$gte', '<': '$lt', '<=': '$lte' } as const
const anyText = { $type: 'string' }
/** More would take the expressions of the server too long. */
const maxWildcards = 3

function comparison({ operator, text }: FieldComparison): readonly Selector[] {
  if (operator === '=') return [{ $in: meanings(text) }]
  if (operator === '!=') return [{ $exists: true }]
  if (operator === '>' || operator === '>=' || operator === '<' || operator === '<=') {
    return isNumber(text) ? [anyText, { $type: 'number', [orders[operator]]: numberOf(text) }] : [anyText]
  }
  const isPlain = operator !== 'like' || (!text.includes('_') && text.split('%').length <= maxWildcards + 1)
  return [isPlain ? { $regex: likeExpression(operator, text).source } : anyText]
}

/** All values that a text can represent. */
function meanings(text: string): unknown[] {
  return [
    text,
    ...(isNumber(text) ? [numberOf(text)] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
  ]
}

const numberOf = (text: string) => {
  const json = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text.trim())
  return json ? exactNumber(text.trim()) : Number(text)
}
