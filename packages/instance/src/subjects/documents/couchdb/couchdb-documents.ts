import { Problem } from '@millwright/contract/problem'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Document } from '../../../gateway/ports/document-database.ts'
import { unmarked } from '../marked-values.ts'

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
  if (_id === undefined) return Object(plain(given))
  const id = typeof _id === 'number' ? String(_id) : _id
  if (typeof id !== 'string' || !isDocumentId(id)) {
    throw new Problem(400, "'_id' of a document is a text that does not begin with an underscore.")
  }
  return { ...Object(plain(given)), _id: id }
}

/** Marked values, such as `{"$date":"…"}`, become the text or number that they mark, as CouchDB has no others. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (!isRecord(value) || value instanceof ExactNumber) return value
  const [name = '', ...more] = Object.keys(value)
  if (more.length === 0 && name.startsWith('$')) return unmarked(name, value[name])
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]))
}
