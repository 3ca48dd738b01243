import type { CompareOperator } from '@millwright/contract/filter/node'
import { Problem } from '@millwright/contract/problem'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'

/** A JSON document. Its keys, usually `_id` alone, are texts or numbers. */
export type Document = Readonly<Record<string, unknown>>

/** A database of documents in collections. Nested fields are `address.city`; in arrays they match any element. */
export interface DocumentDatabase {
  collections(): Promise<readonly string[]>
  /** What the fields of a collection mean. Absent: `usualKeys`. */
  keys?(collection: string): Promise<CollectionKeys>
  /** Throws 400 if it already exists. `declared`: the rest of what was sent, of which most databases need nothing. */
  createCollection(name: string, declared: Readonly<Record<string, unknown>>): Promise<void>
  /** `false` if it did not exist. */
  dropCollection(name: string): Promise<boolean>
  find(collection: string, query: DocumentQuery): Promise<readonly Document[]>
  count(collection: string, where: DocumentFilter | null): Promise<number>
  /** Returns the id, which the database generates if there is no key. Throws 409 if it is already used. */
  insert(collection: string, document: Document): Promise<string | number>
  /** Inserts several documents at once: for each, its id, or why it was refused. Absent or `null`: they are inserted one by one. */
  insertMany?(
    collection: string,
    documents: readonly Document[],
  ): Promise<readonly (string | number | Problem)[] | null>
  /** Sets these fields and leaves others unchanged. `false` if no document has this id and matches the condition. */
  update(collection: string, id: string, fields: Document, where: DocumentFilter | null): Promise<boolean>
  remove(collection: string, id: string, where: DocumentFilter | null): Promise<boolean>
  /**
   * Undoes `update` of these fields, or with `null` `remove`, with the document as `find` returned it whole before. Absent or `false`: the fields
   * are set to their values in it, or it is inserted again.
   */
  restore?(collection: string, document: Document, fields: readonly string[] | null): Promise<boolean>
  /** Deletes all documents that match the condition. */
  clear(collection: string, where: DocumentFilter | null): Promise<void>
  close(): Promise<void>
}

export interface CollectionKeys {
  /**
   * The fields that identify a document. If there are several, identifiers are the texts of all of them as a JSON list.
   */
  readonly fields: readonly [string, ...string[]]
  /** Whether the database makes a key for a document without one. */
  readonly generated: boolean
  /** Whether documents are sorted by their keys if nothing else is asked for; otherwise they come in an order of the database that stays. */
  readonly sorted: boolean
  /** The field that changes with every write, which a write may state to fail with 409 if it has changed since; `null`: none. */
  readonly revision: string | null
}

export const usualKeys: CollectionKeys = { fields: ['_id'], generated: true, sorted: true, revision: null }

export interface DocumentQuery {
  readonly where: DocumentFilter | null
  /** `null` for all. `_id` is returned only if it is included. */
  readonly fields: readonly string[] | null
  readonly order: readonly { readonly field: string; readonly descending: boolean }[]
  readonly limit: number
  readonly offset: number
}

/**
 * A condition, in which a text stands for any value that it can be parsed as. As in SQL, a field without a value matches only
 * `null`, negated or not.
 */
export type DocumentFilter = All | Any | FieldComparison | FieldAmong | FieldNull

interface All {
  readonly kind: 'and'
  readonly operands: readonly DocumentFilter[]
}

interface Any {
  readonly kind: 'or'
  readonly operands: readonly DocumentFilter[]
}

interface OfField {
  readonly field: string
  readonly negated: boolean
}

export interface FieldComparison extends OfField {
  readonly kind: 'compare'
  readonly operator: CompareOperator
  readonly text: string
}

interface FieldAmong extends OfField {
  readonly kind: 'in'
  readonly texts: readonly string[]
}

interface FieldNull extends OfField {
  readonly kind: 'null'
}

type Fields = readonly string[]

/**
 * Returns the identifier of a document as the text that databases are asked with: that of its key, or for several keys a JSON list of
 * texts. `rawId`: as sent; an object with the keys if there are several. Throws a 400 for anything else.
 */
export function documentId(rawId: unknown, fields: Fields): string {
  if (fields.length === 1) return keyText(isRecord(rawId) && fields[0] !== undefined ? rawId[fields[0]] : rawId)
  if (isRecord(rawId)) return JSON.stringify(fields.map((name) => keyText(rawId[name])))
  throw new Problem(400, `A record of this table is identified by an object with ${quoted(fields)}.`)
}

function keyText(rawId: unknown): string {
  if (typeof rawId === 'number' || rawId instanceof ExactNumber) return String(rawId)
  if (typeof rawId === 'string' && rawId !== '' && rawId.length <= 1_000 && !rawId.includes('\0')) return rawId
  throw new Problem(400, 'An identifier of a document is a text or a number.')
}

export const quoted = (fields: Fields): string => fields.map((name) => `'${name}'`).join(' and ')

/** The texts of the keys in an identifier. */
export function keyTexts(id: string, fields: Fields): readonly string[] {
  if (fields.length === 1) return [id]
  const texts: unknown = JSON.parse(id)
  return Array.isArray(texts) ? texts.map(String) : []
}

/** The identifier of a stored document. */
export const idOf = (document: Document, fields: Fields): string =>
  fields.length === 1 ? String(document[fields[0] ?? '']) : JSON.stringify(fields.map((name) => String(document[name])))

/** The identifier of a stored document in lists of identifiers; several keys as `(1,a)`. */
export function listedId(document: Document, fields: Fields): unknown {
  const [first = '', ...more] = fields
  return more.length === 0 ? document[first] : `(${fields.map((name) => String(document[name])).join(',')})`
}

/** Only the keys of a document. */
export const keysOf = (document: Document, fields: Fields): Document =>
  Object.fromEntries(fields.map((name) => [name, document[name]]))

/** The condition that documents have one of these identifiers. */
export function withIds(ids: readonly string[], fields: Fields): DocumentFilter {
  const [first = ''] = fields
  if (fields.length === 1) return { kind: 'in', negated: false, field: first, texts: ids }
  const operands = ids.map((id): DocumentFilter => {
    const texts = keyTexts(id, fields)
    const parts = fields.map((field, at): DocumentFilter => {
      return { kind: 'compare', negated: false, field, operator: '=', text: texts[at] ?? '' }
    })
    return { kind: 'and', operands: parts }
  })
  return { kind: 'or', operands }
}
