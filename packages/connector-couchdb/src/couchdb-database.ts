import type { Settings } from '@millwright/connector/config-values'
import type { ConnectorTools } from '@millwright/connector/connector'
import {
  type Document,
  type DocumentDatabase,
  type DocumentFilter,
  type DocumentQuery,
  usualKeys,
} from '@millwright/connector/documents/document-database'
import { matches } from '@millwright/connector/documents/match-document'
import { type SizedDocument, selectDocuments } from '@millwright/connector/documents/select-documents'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { CouchdbClient } from './couchdb-client.ts'
import { isDocumentId, readPages, toCouchdb } from './couchdb-documents.ts'
import { couchdbSettings } from './couchdb-settings.ts'

/** Databases whose names CouchDB accepts, and that are one segment of a path. Those that begin with an underscore are its own. */
const databaseName = /^[a-z][a-z0-9_()+-]{0,237}$/
const attempts = 4
const writtenAtOnce = 500

const missing = (name: string) => new Problem(404, `Table '${name.slice(0, 100)}' does not exist in the database.`)
const conflict = () => new Problem(409, 'The document was changed in the meantime.')

/** Opens a CouchDB server over HTTP, whose databases are the collections (docs/wire/documents.md). */
export function open(config: Settings, { openSender }: Pick<ConnectorTools, 'openSender'>): DocumentDatabase {
  const client = new CouchdbClient(couchdbSettings(config), openSender)

  /** Asks a database. Throws a 404 if it does not exist. */
  async function ask(name: string, ...[request, accepted = []]: Parameters<CouchdbClient['send']>) {
    if (!databaseName.test(name)) throw missing(name)
    const answer = await client.send({ ...request, path: [name, ...request.path] }, [404, ...accepted])
    if (answer.status === 404) throw missing(name)
    return answer
  }

  /** The documents with these identifiers, in their order. */
  async function byIds(name: string, ids: readonly string[]): Promise<SizedDocument[]> {
    const keys = [...new Set(ids.filter(isDocumentId))]
    const request = { path: ['_all_docs'], query: { include_docs: 'true' }, body: { keys } } as const
    const { body, bytes } = await ask(name, { verb: 'POST', ...request })
    const rows = listIn(body, 'rows')
    return rows
      .flatMap((row) => (isRecord(row) && isDocument(row.doc) ? [row.doc] : []))
      .map((document) => ({ document, bytes: bytes / rows.length }))
  }

  function listIn(body: unknown, member: string): readonly unknown[] {
    const list = isRecord(body) ? body[member] : null
    if (Array.isArray(list)) return list
    throw client.unavailable()
  }

  async function* documents(name: string, query: DocumentQuery, inOrder: boolean): AsyncGenerator<SizedDocument> {
    const ids = query.where === null ? null : idsIn(query.where)
    if (ids !== null) return yield* await byIds(name, ids)
    for await (const { body, bytes } of readPages(query, inOrder, (payload) =>
      ask(name, { verb: 'POST', path: ['_find'], body: payload }),
    )) {
      const found = listIn(body, 'docs').filter(isDocument)
      for (const document of found) yield { document, bytes: bytes / found.length }
    }
  }

  /** Writes documents, and returns the identifier of each, or why it was refused. */
  async function write(name: string, batch: readonly Document[]): Promise<(string | Problem)[]> {
    const { body } = await ask(name, { verb: 'POST', path: ['_bulk_docs'], body: { docs: batch } })
    if (!Array.isArray(body) || body.length !== batch.length) throw client.unavailable()
    return body.map((row: unknown) => {
      if (!isRecord(row) || (row.error === undefined && typeof row.id !== 'string')) throw client.unavailable()
      if (row.error === undefined) return String(row.id)
      if (row.error === 'conflict') return conflict()
      const status = row.error === 'forbidden' || row.error === 'unauthorized' ? 403 : 400
      return new Problem(status, `The database refuses it: ${client.reasonIn(row).replace(/\.$/, '')}.`)
    })
  }

  /** Inserts documents without a revision. */
  async function insert(name: string, batch: readonly Document[]): Promise<(string | Problem)[]> {
    const readable = batch.map(insertable)
    const documents = readable.flatMap((each) => (each instanceof Problem ? [] : [each]))
    const results = documents.length === 0 ? [] : await write(name, documents)
    return readable.map((each) => {
      if (each instanceof Problem) return each
      const one = results.shift() ?? client.unavailable()
      return one instanceof Problem && one.status === 409 ? new Problem(409, alreadyThere) : one
    })
  }

  async function writeOne(name: string, document: Document): Promise<string> {
    return only(await write(name, [document]))
  }

  function only([result = client.unavailable()]: readonly (string | Problem)[]): string {
    if (typeof result === 'string') return result
    throw result
  }

  /** Replaces a document that matches by what `next` returns, again if it was changed in between. `false` if none matches. */
  async function replace(
    name: string,
    { id, where }: { readonly id: string; readonly where: DocumentFilter | null },
    next: (before: Document) => Document,
  ): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      const [found] = await byIds(name, [id])
      if (found === undefined || (where !== null && !matches(found.document, where))) return false
      const { _rev } = found.document
      const after = next(found.document)
      try {
        await writeOne(name, after)
        return true
      } catch (error) {
        const isRace = error instanceof Problem && error.status === 409 && after._rev === _rev
        if (!isRace || attempt === attempts) throw error
      }
    }
  }

  /** A document with the content of its attachments, of which the response to a query has only descriptions. */
  async function withAttachments(name: string, document: Document): Promise<Document> {
    if (document._attachments === undefined) return document
    const query = { rev: String(document._rev), attachments: 'true' }
    const { body } = await ask(name, { verb: 'GET', path: [String(document._id)], query })
    return { ...document, _attachments: isRecord(body) ? body._attachments : {} }
  }

  return {
    async keys(name) {
      if (!databaseName.test(name)) throw missing(name)
      return { ...usualKeys, revision: '_rev' }
    },

    async collections() {
      const { status, body } = await client.send({ verb: 'GET', path: ['_all_dbs'] }, [403])
      const { database } = client.settings
      if (status !== 403 && !isTexts(body)) throw client.unavailable()
      const names = isTexts(body) ? body : database === null ? null : [database]
      if (names === null)
        throw new Problem(403, `The ${client.settings.where} does not allow the user of the service to list databases.`)
      return names.filter((name) => databaseName.test(name)).sort()
    },

    async createCollection(name) {
      if (!databaseName.test(name)) {
        throw new Problem(
          400,
          'The name of a database of CouchDB has lower-case letters, digits and _ ( ) + -, and begins with a letter.',
        )
      }
      const { status } = await client.send({ verb: 'PUT', path: [name] }, [412])
      if (status === 412) throw new Problem(400, 'A collection with this name already exists.')
    },

    async dropCollection(name) {
      if (!databaseName.test(name)) return false
      return (await client.send({ verb: 'DELETE', path: [name] }, [404])).status !== 404
    },

    find(name, query) {
      const [first] = query.order
      const isById = first?.field === '_id' && (query.where === null || idsIn(query.where) === null)
      const inOrder = first === undefined || isById
      return selectDocuments(documents(name, query, inOrder), query, inOrder)
    },

    async count(name, where) {
      if (where === null) {
        const { body } = await ask(name, { verb: 'GET', path: [] })
        const designs = { startkey: '"_design/"', endkey: '"_design0"' }
        const { body: found } = await ask(name, { verb: 'GET', path: ['_all_docs'], query: designs })
        const all = isRecord(body) ? body.doc_count : null
        if (typeof all !== 'number') throw client.unavailable()
        return Math.max(0, all - listIn(found, 'rows').length)
      }
      let count = 0
      const query = { where, fields: ['_id'], order: [], limit: Number.POSITIVE_INFINITY, offset: 0 }
      for await (const { document } of documents(name, query, true)) if (matches(document, where)) count += 1
      return count
    },

    insert: async (name, document) => only(await insert(name, [document])),

    insertMany: insert,

    async update(name, id, fields, where) {
      const changes = toCouchdb(fields)
      return replace(name, { id, where }, (before) => ({ ...before, ...changes, _id: id }))
    },

    remove: (name, id, where) => replace(name, { id, where }, ({ _id, _rev }) => ({ _id, _rev, _deleted: true })),

    async restore(name, before, fields) {
      const id = String(before._id)
      const { _rev, ...kept } = await withAttachments(name, before)
      if (fields === null) {
        await writeOne(name, kept)
        return true
      }
      const isOther = ([field]: readonly [string, unknown]) => !fields.includes(field)
      const old = Object.fromEntries(Object.entries(kept).filter((entry) => !isOther(entry)))
      return replace(name, { id, where: null }, (now) => ({
        ...Object.fromEntries(Object.entries(now).filter(isOther)),
        ...old,
      }))
    },

    async clear(name, where) {
      const found: Document[] = []
      const query = { where, fields: ['_id', '_rev'], order: [], limit: Number.POSITIVE_INFINITY, offset: 0 }
      for await (const { document } of documents(name, query, true)) {
        if (where === null || matches(document, where))
          found.push({ _id: document._id, _rev: document._rev, _deleted: true })
      }
      for (let at = 0; at < found.length; at += writtenAtOnce) {
        const part = found.slice(at, at + writtenAtOnce)
        const done = await write(name, part)
        const failed = done.findIndex((each) => each instanceof Problem)
        if (failed >= 0) throw done[failed]
      }
    },

    async close() {
      client.close()
    },
  }
}

const alreadyThere = 'A document with this identifier already exists.'

function insertable(newDocument: Document): Document | Problem {
  if (newDocument._rev !== undefined) return new Problem(400, "A new document has no '_rev'.")
  try {
    return toCouchdb(newDocument)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

const isDocument = (value: unknown): value is Document =>
  isRecord(value) && typeof value._id === 'string' && isDocumentId(value._id)

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** The identifiers to which a condition restricts documents, or `null` if it does not. */
function idsIn(filter: DocumentFilter): readonly string[] | null {
  if (filter.kind === 'and') return filter.operands.map(idsIn).find((ids) => ids !== null) ?? null
  if (filter.kind === 'in' && filter.field === '_id' && !filter.negated) return filter.texts
  const isOne = filter.kind === 'compare' && filter.field === '_id' && filter.operator === '=' && !filter.negated
  return isOne ? [filter.text] : null
}
