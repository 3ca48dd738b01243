import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { parseExact, stringifyExact } from '@millwright/contract/wire/exact-json'
import { fulfils, lessThan, type MangoSelector } from './mango-stand-in.ts'

type Row = Record<string, unknown>

interface Kept {
  /** `null` after a deletion. */
  readonly row: Row | null
  readonly rev: string
}

interface Asked {
  readonly verb: string
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly body: Row
}

type Answer = readonly [status: number, body: unknown]

export const couchdbAccount = { username: 'clerk', password: 'p:ss/w%rd' }

const standardLimit = 25

/**
 * A stand-in for a CouchDB 3 server, as its documentation describes it: databases, documents with revisions, `_all_docs`, `_find` and
 * `_bulk_docs`. It accepts one account. The answers in `next` are
 * returned once each, whatever is asked; `asked` lists the requests.
 */
export async function openCouchdbStandIn() {
  const databases = new Map<string, Map<string, Kept>>()
  const own: { next: (() => Answer)[]; asked: string[] } = { next: [], asked: [] }

  function answer(asked: Asked): Answer {
    const [name = '', resource, ...rest] = asked.path
    const whole = `${asked.verb} ${asked.path.length > 1 && !resource?.startsWith('_') ? '{doc}' : (resource ?? '')}`
    if (name === '') return [200, { couchdb: 'Welcome', version: '3.4.2' }]
    if (name === '_all_dbs') return [200, ['_users', ...databases.keys()].sort()]
    if (whole === 'PUT ') {
      if (!/^[a-z][a-z0-9_$()+/-]*$/.test(name)) return [400, { error: 'illegal_database_name', reason: 'Name' }]
      if (databases.has(name)) return [412, { error: 'file_exists', reason: 'The database could not be created.' }]
      databases.set(name, new Map())
      return [201, { ok: true }]
    }
    const database = databases.get(name)
    if (database === undefined) return [404, { error: 'not_found', reason: 'Database does not exist.' }]
    switch (whole) {
      case 'DELETE ':
        databases.delete(name)
        return [200, { ok: true }]
      case 'GET ':
        return [200, { db_name: name, doc_count: rowsOf(database).length }]
      case 'GET _all_docs':
      case 'POST _all_docs':
        return [200, { rows: allDocs(database, asked) }]
      case 'POST _find':
        return findIn(database, asked.body)
      case 'POST _bulk_docs':
        return [201, (asked.body.docs as Row[]).map((row) => writeTo(database, row))]
      case 'GET {doc}':
        return docOf(database, [resource ?? '', ...rest].join('/'), asked.query)
      default:
        return [405, { error: 'method_not_allowed', reason: whole }]
    }
  }

  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request
    const body = method === 'POST' ? (parseExact(await text(request)) as Row) : {}
    const [path = '', query] = url.split('?')
    const asked = {
      verb: method,
      body,
      query: new URLSearchParams(query),
      path: path.slice(1).split('/').map(decodeURIComponent),
    }
    own.asked.push(`${method} ${url}`)
    if (!isAllowed(request)) return send(response, [401, { error: 'unauthorized', reason: 'Name or password' }])
    send(response, own.next.shift()?.() ?? answer(asked))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(own, {
    port: (server.address() as AddressInfo).port,
    databases,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

function send(response: ServerResponse, [status, body]: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(stringifyExact(body))
}

function isAllowed({ headers }: IncomingMessage): boolean {
  const { username, password } = couchdbAccount
  return headers.authorization === `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** The documents that are not deleted, by the bytes of their identifiers. */
function rowsOf(database: ReadonlyMap<string, Kept>): Row[] {
  const rows = [...database.values()].flatMap(({ row }) => (row === null ? [] : [row]))
  return rows.sort((one, other) => Buffer.compare(Buffer.from(String(one._id)), Buffer.from(String(other._id))))
}

function allDocs(database: ReadonlyMap<string, Kept>, { query, body }: Asked): unknown[] {
  const entry = (row: Row) => ({
    id: row._id,
    key: row._id,
    value: { rev: row._rev },
    ...(query.get('include_docs') === 'true' && { doc: withoutContent(row) }),
  })
  if (Array.isArray(body.keys)) {
    return body.keys.map((key) => {
      const found = database.get(key)
      if (found === undefined) return { key, error: 'not_found' }
      return found.row === null
        ? { id: key, key, value: { rev: found.rev, deleted: true }, doc: null }
        : entry(found.row)
    })
  }
  const [start, end] = ['startkey', 'endkey'].map((name) => JSON.parse(query.get(name) ?? 'null'))
  return rowsOf(database)
    .filter(({ _id }) => (start === null || !lessThan(_id, start)) && (end === null || !lessThan(end, _id)))
    .map(entry)
}

function findIn(database: ReadonlyMap<string, Kept>, asked: Row): Answer {
  const { selector, limit = standardLimit, skip = 0, sort = [], fields, bookmark = '0' } = asked
  const [order, ...more] = sort as Record<string, string>[]
  const [by = '_id', way = 'asc'] = Object.entries(order ?? {})[0] ?? []
  if (by !== '_id' || more.length > 0)
    return [400, { error: 'no_usable_index', reason: 'No index exists for this sort.' }]
  try {
    const rows = rowsOf(database).filter(({ _id }) => !String(_id).startsWith('_design/'))
    const found = (way === 'desc' ? rows.reverse() : rows).filter((row) => fulfils(row, selector as MangoSelector))
    const from = Number(bookmark) + Number(skip)
    const page = found.slice(from, from + Number(limit)).map(withoutContent)
    const docs = page.map((row) =>
      Array.isArray(fields) ? Object.fromEntries(fields.map((name) => [name, row[name]])) : row,
    )
    return [200, { docs, bookmark: String(from + page.length), warning: 'No matching index found.' }]
  } catch (error) {
    return [400, { error: 'invalid_operator', reason: String(error) }]
  }
}

let ids = 0

function writeTo(database: Map<string, Kept>, given: Row): Row {
  const { _rev, _deleted, ...row } = given
  ids += 1
  const id = row._id ?? createHash('md5').update(String(ids)).digest('hex')
  if (typeof id !== 'string') return { error: 'illegal_docid', reason: 'Document id must be a string' }
  const unknown = Object.keys(row).find((name) => /^_(?!id$|attachments$)/.test(name))
  if (unknown !== undefined) return { id, error: 'doc_validation', reason: `Bad special document member: ${unknown}` }
  const before = database.get(id)
  const isSame = before === undefined || before.row === null ? _rev === undefined : _rev === before.rev
  if (!isSame) return { id, error: 'conflict', reason: 'Document update conflict.' }
  const attachments = contentOf(row._attachments, before?.row?._attachments)
  if (attachments === null) return { id, error: 'missing_stub', reason: 'Invalid attachment stub' }
  const count = Number(before?.rev.split('-')[0] ?? 0) + 1
  const rev = `${count}-${createHash('md5').update(JSON.stringify(given)).digest('hex')}`
  const kept = { ...row, _id: id, _rev: rev, ...(attachments !== undefined && { _attachments: attachments }) }
  database.set(id, { rev, row: _deleted === true ? null : kept })
  if (before?.row) revisions.set(before.rev, before.row)
  return { ok: true, id, rev }
}

/** Earlier revisions, which a server has until it compacts. */
const revisions = new Map<string, Row>()

function docOf(database: ReadonlyMap<string, Kept>, id: string, query: URLSearchParams): Answer {
  const current = database.get(id)?.row
  const found = current?._rev === query.get('rev') ? current : revisions.get(query.get('rev') ?? '')
  if (found?._id !== id) return [404, { error: 'not_found', reason: 'missing' }]
  return [200, query.get('attachments') === 'true' ? found : withoutContent(found)]
}

/** Attachments with the content of those that are only described; `null` if there is none. */
function contentOf(given: unknown, before: unknown): unknown {
  if (given === undefined) return undefined
  const entries = Object.entries(Object(given)).map(([name, each]) => [
    name,
    Object(each).stub ? Object(before)[name] : each,
  ])
  return entries.every(([, each]) => each !== undefined) ? Object.fromEntries(entries) : null
}

function withoutContent(row: Row): Row {
  if (row._attachments === undefined) return row
  const stubs = Object.entries(Object(row._attachments)).map(([name, each]) => {
    const { data: _, ...described } = Object(each)
    return [name, { ...described, stub: true }]
  })
  return { ...row, _attachments: Object.fromEntries(stubs) }
}
