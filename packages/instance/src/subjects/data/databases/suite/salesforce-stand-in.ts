import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { objectFields } from './salesforce-objects.ts'
import { asSqlite } from './soql-on-sqlite.ts'

type Row = Record<string, unknown>

export interface SalesforceStandIn {
  readonly port: number
  close(): Promise<void>
}

interface Reply {
  readonly status: number
  readonly body: unknown
}

const recordsInPage = 2
const callsOfToken = 15
const version = 'v62.0'
const grants = {
  password: { grant_type: 'password', username: 'clerk@acme.test', password: 'password of the suiteTOKEN' },
  app: { grant_type: 'client_credentials' },
}

/**
 * Responds like the documented REST API of Salesforce: issues short-lived tokens, describes objects, reads SOQL page by page, and writes
 * collections of records as a whole or not at all. Records are stored in SQLite.
 */
export async function openSalesforceStandIn(): Promise<SalesforceStandIn> {
  const memory = new DatabaseSync(':memory:')
  const columns = objectFields.map(({ name, type }) => `"${name}" ${type === 'string' ? 'TEXT' : ''}`)
  memory.exec(`CREATE TABLE part (${columns.join(', ')}, PRIMARY KEY ("Id"))`)
  const pages = new Map<string, readonly Row[]>()
  let token = ''
  let calls = 0
  let numbers = 0

  function signIn(form: URLSearchParams): Reply {
    const given = Object.fromEntries(form)
    const grant = given.grant_type === 'password' ? grants.password : grants.app
    const isRight = Object.entries(grant).every(([name, value]) => given[name] === value)
    if (!isRight || given.client_id !== 'app' || given.client_secret !== 'secret of the suite')
      return { status: 400, body: { error: 'invalid_grant', error_description: 'authentication failure' } }
    token = randomUUID()
    calls = 0
    return {
      status: 200,
      body: { access_token: token, instance_url: `http://127.0.0.1:${port()}`, token_type: 'Bearer' },
    }
  }

  function page(rows: readonly Row[], total: number): Reply {
    const some = rows.slice(0, recordsInPage)
    const rest = rows.slice(recordsInPage)
    const records = some.map((row) => ({ attributes: { type: 'part' }, ...row }))
    if (rest.length === 0) return { status: 200, body: { totalSize: total, done: true, records } }
    const name = randomUUID()
    pages.set(name, rest)
    const nextRecordsUrl = `/services/data/${version}/query/${name}`
    return { status: 200, body: { totalSize: total, done: false, nextRecordsUrl, records } }
  }

  function query(soql: string): Reply {
    const isCount = /^SELECT COUNT\(\) /.test(soql)
    try {
      const rows = memory.prepare(asSqlite(soql)).all().map(typed)
      return isCount
        ? { status: 200, body: { totalSize: rows.length, done: true, records: [] } }
        : page(rows, rows.length)
    } catch (error) {
      return refused(400, 'MALFORMED_QUERY', String(error))
    }
  }

  function describe({ batchRequests }: { batchRequests: { url: string }[] }): Reply {
    const results = batchRequests.map(({ url }) =>
      url === `${version}/sobjects/part/describe`
        ? { statusCode: 200, result: { name: 'part', createable: true, updateable: true, fields: objectFields } }
        : { statusCode: 404, result: [{ errorCode: 'NOT_FOUND', message: 'The requested resource does not exist' }] },
    )
    return { status: 200, body: { hasErrors: false, results } }
  }

  function write(records: readonly Row[], one: (record: Row) => Row): Reply {
    memory.exec('BEGIN')
    const results = records.map((record) => {
      const errors = [faultIn(record)].filter((fault) => fault !== null)
      return errors.length > 0 ? { success: false, errors } : one(record)
    })
    const failed = results.some(({ success }) => success === false)
    memory.exec(failed ? 'ROLLBACK' : 'COMMIT')
    const undone = { statusCode: 'ALL_OR_NONE_OPERATION_ROLLED_BACK', message: 'Record rolled back', fields: [] }
    const body = results.map((each) => (failed && each.success !== false ? { success: false, errors: [undone] } : each))
    return { status: 200, body }
  }

  const create = ({ attributes: _, ...record }: Row): Row => {
    const id = `a0${String(++numbers).padStart(16, '0')}`
    const names = ['Id', ...Object.keys(record)]
    const places = names.map(() => '?').join()
    memory
      .prepare(`INSERT INTO part (${names.map((each) => `"${each}"`).join()}) VALUES (${places})`)
      .run(id, ...bound(record))
    return { id, success: true, errors: [] }
  }

  const update = ({ attributes: _, id, ...record }: Row): Row => {
    const set = Object.keys(record).map((each) => `"${each}" = ?`)
    const { changes } = memory.prepare(`UPDATE part SET ${set.join()} WHERE Id = ?`).run(...bound(record), String(id))
    return changes === 0 ? gone : { id, success: true, errors: [] }
  }

  const remove = ({ id }: Row): Row => {
    const { changes } = memory.prepare('DELETE FROM part WHERE Id = ?').run(String(id))
    return changes === 0 ? gone : { id, success: true, errors: [] }
  }

  async function answer(request: IncomingMessage): Promise<Reply> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://salesforce.test')
    const body = await text(request)
    if (pathname === '/services/oauth2/token') return signIn(new URLSearchParams(body))
    calls += 1
    if (request.headers.authorization !== `Bearer ${token}` || calls > callsOfToken)
      return refused(401, 'INVALID_SESSION_ID', 'Session expired or invalid')
    const path = `${request.method} ${pathname.replace(`/services/data/${version}/`, '')}`
    const rest = pages.get(path.replace('GET query/', ''))
    if (rest !== undefined) return page(rest, rest.length)
    switch (path) {
      case 'GET sobjects':
        return { status: 200, body: { sobjects: [{ name: 'part', queryable: true, layoutable: true }] } }
      case 'GET query':
        return query(searchParams.get('q') ?? '')
      case 'POST composite/batch':
        return describe(JSON.parse(body))
      case 'POST composite/sobjects':
        return write(JSON.parse(body).records, create)
      case 'PATCH composite/sobjects':
        return write(JSON.parse(body).records, update)
      case 'DELETE composite/sobjects':
        return write(
          (searchParams.get('ids') ?? '').split(',').map((id) => ({ id })),
          remove,
        )
      default:
        return refused(404, 'NOT_FOUND', 'The requested resource does not exist')
    }
  }

  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = () => (server.address() as AddressInfo).port
  return {
    port: port(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      memory.close()
    },
  }
}

const refused = (status: number, errorCode: string, message: string): Reply => ({
  status,
  body: [{ errorCode, message }],
})
const gone = {
  success: false,
  errors: [{ statusCode: 'ENTITY_IS_DELETED', message: 'entity is deleted', fields: [] }],
}

const bound = (record: Row) =>
  Object.values(record).map((value) => (typeof value === 'boolean' ? Number(value) : (value as string | number | null)))

function faultIn(record: Row): Row | null {
  for (const { name, type, length, nillable } of objectFields) {
    const value = record[name]
    const fault = (statusCode: string, message: string) => ({ statusCode, message, fields: [name] })
    const isMissing = record.id === undefined ? (value ?? null) === null : value === null
    if (!nillable && name !== 'Id' && isMissing)
      return fault('REQUIRED_FIELD_MISSING', `Required fields are missing: [${name}]`)
    if (typeof value === 'string' && type === 'string' && value.length > length)
      return fault('STRING_TOO_LONG', `${name}: data value too large`)
  }
  return null
}

function typed(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const type = objectFields.find((field) => field.name === name)?.type
      if (type === 'boolean' && value !== null) return [name, value === 1]
      return [name, type === 'datetime' && value !== null ? String(value).replace(/Z$/, '.000+0000') : value]
    }),
  )
}
