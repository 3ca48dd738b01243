import type { Settings } from '@millwright/connector/config-values'
import type { ConnectorTools } from '@millwright/connector/connector'
import type { RawTable } from '@millwright/connector/engine/catalog'
import { typeWord } from '@millwright/connector/engine/column-type'
import { serverLimits } from '@millwright/connector/engine/database-settings'
import type { Database, Session } from '@millwright/connector/engine/engine'
import { databaseUnavailable } from '@millwright/connector/engine/problems'
import type { BoundValue, DatabaseRow, Outcome, Statement } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { describeObjects, objectNames } from './salesforce-catalog.ts'
import { errorProblem, SalesforceClient } from './salesforce-client.ts'
import { salesforceSettings } from './salesforce-settings.ts'
import { type Changing, type Inserting, requestOf, type Selecting } from './soql.ts'

/** Number of records written per request, atomically. */
const writtenTogether = 200
/** The maximum OFFSET of SOQL; records beyond it are skipped here. */
const farthestOffset = 2_000

/** Accesses Salesforce objects as tables, through the REST API. Each statement is committed separately. */
export function openSalesforce(config: Settings, openSender: ConnectorTools['openSender']): Database {
  const settings = salesforceSettings(config)
  const { where } = settings
  const client = new SalesforceClient(settings, serverLimits(config), openSender)
  const known = new Map<string, RawTable>()

  async function typesOf(object: string): Promise<ReadonlyMap<string, string>> {
    if (!known.has(object))
      for (const table of await describeObjects(client, [object], settings)) known.set(table.name, table)
    return new Map((known.get(object)?.columns ?? []).map(({ name, dbType }) => [name, dbType]))
  }

  async function* pages(path: string): AsyncGenerator<readonly Record<string, unknown>[]> {
    for (let next: string | null = path; next !== null; ) {
      const answer: unknown = await client.call('GET', next)
      if (!isRecord(answer) || !Array.isArray(answer.records))
        throw databaseUnavailable(where, 'its response cannot be read.')
      yield answer.records.filter(isRecord)
      next =
        typeof answer.nextRecordsUrl === 'string' && answer.done === false
          ? pathOnly(answer.nextRecordsUrl, where)
          : null
    }
  }

  async function* selected(request: Selecting): AsyncGenerator<readonly DatabaseRow[]> {
    const { object, fields, rest, limit, offset } = request
    if (fields === null) return
    const types = await typesOf(object)
    const isFar = offset > farthestOffset
    const end = limit === null ? '' : isFar ? ` LIMIT ${limit + offset}` : ` LIMIT ${limit} OFFSET ${offset}`
    const names = [...new Set(fields.map(({ name }) => name))].join(', ')
    let skipped = isFar ? offset : 0
    for await (const records of pages(`query?q=${encodeURIComponent(`SELECT ${names} FROM ${object}${rest}${end}`)}`)) {
      const some = records.slice(skipped)
      skipped = Math.max(0, skipped - records.length)
      yield some.map((record) =>
        Object.fromEntries(
          fields.map(({ name, as }) => [as, answeredValue(record[name] ?? null, types.get(name) ?? '')]),
        ),
      )
    }
  }

  async function count({ object, rest }: Selecting): Promise<number> {
    const answer = await client.call('GET', `query?q=${encodeURIComponent(`SELECT COUNT() FROM ${object}${rest}`)}`)
    if (isRecord(answer) && typeof answer.totalSize === 'number') return answer.totalSize
    throw databaseUnavailable(where, 'its response cannot be read.')
  }

  async function idsOf({ object, where: condition, id }: Changing): Promise<string[]> {
    if (id !== null) return [id]
    const found: string[] = []
    for await (const records of pages(`query?q=${encodeURIComponent(`SELECT Id FROM ${object}${condition}`)}`))
      found.push(...records.map(({ Id }) => String(Id)))
    return found
  }

  /** Checks the results of a request that writes all of its records or none. */
  function checked(answer: unknown): Record<string, unknown>[] {
    if (!Array.isArray(answer)) throw databaseUnavailable(where, 'its response cannot be read.')
    const results = answer.filter(isRecord)
    const errors = results.flatMap(({ success, errors: each }) =>
      success === false && Array.isArray(each) ? each.filter(isRecord) : [],
    )
    const cause = errors.find(({ statusCode }) => statusCode !== 'ALL_OR_NONE_OPERATION_ROLLED_BACK')
    if (cause !== undefined) throw errorProblem(cause, where) ?? new Problem(400, 'The database refused the record.')
    return results
  }

  async function insert({ object, records }: Inserting): Promise<Outcome> {
    const types = await typesOf(object)
    const rows: DatabaseRow[] = []
    for (const some of portions(records)) {
      const sent = some.map((record) => ({ attributes: { type: object }, ...sentRecord(record, types) }))
      const newRecords = checked(await client.call('POST', 'composite/sobjects', { allOrNone: true, records: sent }))
      rows.push(...newRecords.map(({ id }) => ({ Id: String(id) })))
    }
    return { rows, changes: rows.length, insertedId: null }
  }

  async function change(request: Changing): Promise<Outcome> {
    const { object, kind, values, id } = request
    const types = await typesOf(object)
    const ids = await idsOf(request)
    try {
      for (const some of portions(ids)) {
        if (kind === 'delete')
          checked(
            await client.call('DELETE', `composite/sobjects?allOrNone=true&ids=${some.map(encodeURIComponent).join()}`),
          )
        else {
          const records = some.map((each) => ({ attributes: { type: object }, id: each, ...sentRecord(values, types) }))
          checked(await client.call('PATCH', 'composite/sobjects', { allOrNone: true, records }))
        }
      }
    } catch (error) {
      // A record that was requested by id and does not exist counts as no change.
      if (id === null || !(error instanceof Problem) || error.status !== 404) throw error
      return { rows: [], changes: 0, insertedId: null }
    }
    return { rows: [], changes: ids.length, insertedId: null }
  }

  async function run(statement: Statement): Promise<Outcome> {
    const request = requestOf(statement)
    if (request.kind === 'insert') return insert(request)
    if (request.kind !== 'select') return change(request)
    if (request.fields === null) return { rows: [{ count: await count(request) }], changes: 0, insertedId: null }
    const rows: DatabaseRow[] = []
    for await (const some of selected(request)) rows.push(...some)
    return { rows, changes: 0, insertedId: null }
  }

  const session: Session = { run }
  const together = <T>(work: (session: Session) => Promise<T>): Promise<T> => work(session)
  return {
    run,
    transaction: together,
    changeSchema: together,
    session: together,
    stream(statement) {
      const request = requestOf(statement)
      if (request.kind !== 'select') throw new Error('Only what is read can be streamed')
      return selected(request)
    },
    async introspect(only) {
      const names = only?.map(({ name }) => name) ?? (await objectNames(client, settings.objects, where))
      const tables = await describeObjects(client, names, settings)
      for (const table of tables) known.set(table.name, table)
      return { tables }
    },
    close: async () => undefined,
  }
}

/** The next page is requested from the same server, whatever URL the response contains. */
function pathOnly(address: string, where: string): string {
  if (/^\/(?!\/)/.test(address)) return address
  throw databaseUnavailable(where, 'its response cannot be read.')
}

function portions<T>(all: readonly T[]): (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / writtenTogether) }, (_, at) =>
    all.slice(at * writtenTogether, (at + 1) * writtenTogether),
  )
}

function sentRecord(
  record: Readonly<Record<string, BoundValue>>,
  types: ReadonlyMap<string, string>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, sentValue(value, types.get(name) ?? '')]),
  )
}

/** Converts a value of Salesforce's JSON to the value in a row. */
function answeredValue(value: unknown, dbType: string): unknown {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  if (typeof value === 'number' && isDecimal(dbType)) return String(value)
  if (typeof value !== 'string') return value
  switch (typeWord(dbType)) {
    case 'datetime': {
      const moment = new Date(value)
      if (Number.isNaN(moment.getTime())) return value
      return moment
        .toISOString()
        .replace('T', ' ')
        .replace(/(?:\.000)?Z$/, '')
    }
    case 'time':
      return value.replace(/(?:\.000)?Z$/, '')
    default:
      return value
  }
}

/** Converts a value to Salesforce's JSON: numbers as such, dates and times with a zone. */
function sentValue(value: BoundValue, dbType: string): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'string') return value
  const word = typeWord(dbType)
  if (isDecimal(dbType) && /^[+-]?\d+(?:\.\d+)?$/.test(value)) return Number(value)
  if (word === 'datetime' && /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.test(value)) {
    const text = value.replace(' ', 'T')
    return /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`
  }
  return word === 'time' && !value.endsWith('Z') ? `${value}Z` : value
}

const isDecimal = (dbType: string): boolean => /^(?:double|currency|percent)\b/.test(dbType)
