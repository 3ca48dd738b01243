import { Problem } from '@millwright/contract/problem'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Document, DocumentFilter } from './document-database.ts'

type Fields = readonly string[]

/**
 * Returns the identifier of a document as the text that databases are asked with: that of its key, or for several keys a JSON list of
 * texts. `given`: as sent; an object with the keys if there are several. Throws a 400 for anything else.
 */
export function documentId(given: unknown, fields: Fields): string {
  if (fields.length === 1) return keyText(isRecord(given) && fields[0] !== undefined ? given[fields[0]] : given)
  if (isRecord(given)) return JSON.stringify(fields.map((name) => keyText(given[name])))
  throw new Problem(400, `A record of this table is identified by an object with ${quoted(fields)}.`)
}

function keyText(given: unknown): string {
  if (typeof given === 'number' || given instanceof ExactNumber) return String(given)
  if (typeof given === 'string' && given !== '' && given.length <= 1_000 && !given.includes('\0')) return given
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
