import type { Document } from '@millwright/connector/documents/document-database'
import { withoutMarks } from '@millwright/connector/documents/marked-values'
import { Problem } from '@millwright/contract/problem'

/** Fields at the top of a document that begin with an underscore, of which CouchDB has more: `_deleted` would delete the document. */
const ownFields = new Set(['_id', '_rev', '_attachments'])

/** Identifiers that begin with an underscore are those of designs, whose code CouchDB runs. */
export const isDocumentId = (id: string): boolean => id !== '' && !id.startsWith('_')

/** Converts a document, or some of its fields, from a request for CouchDB. Throws a 400 for what CouchDB would not keep as data. */
export function toCouchdb(given: Document): Document {
  const wrong = Object.keys(given).find((name) => name.startsWith('_') && !ownFields.has(name))
  if (wrong !== undefined) throw new Problem(400, `A field cannot have the name '${wrong.slice(0, 100)}' in CouchDB.`)
  const { _id, _rev } = given
  if (_rev !== undefined && typeof _rev !== 'string') throw new Problem(400, "'_rev' of a document is a text.")
  if (_id === undefined) return Object(withoutMarks(given))
  const id = typeof _id === 'number' ? String(_id) : _id
  if (typeof id !== 'string' || !isDocumentId(id)) {
    throw new Problem(400, "'_id' of a document is a text that does not begin with an underscore.")
  }
  return { ...Object(withoutMarks(given)), _id: id }
}
