import { Problem } from '@millwright/contract/problem'
import { secretMask } from '@millwright/contract/records/lookup'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import { unwrapSingle } from '../../../records/system/alone-if-one.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { flag, list } from '../../../request/params.ts'
import { exportDatabase } from './export-content.ts'
import { importDatabase } from './import-database.ts'
import type { ImportJournal } from './journal/import-journal.ts'
import { type DatabaseContent, type Exporting, filledText, recordLists, type TableRecords } from './package-content.ts'
import { get, rowsOfCall } from './read-records.ts'
import type { Report } from './report.ts'

/** What an app package contains besides the app: services, and tables with their records by service. */
export interface AppParts {
  readonly services: readonly Row[]
  readonly databases: ReadonlyMap<string, DatabaseContent>
}

const rowsAtOnce = 1000
const ofService = ['name', 'label', 'description', 'is_active', 'type', 'config'] as const

/** The fields of a service that are exported with an app. */
function partOfService(service: Readonly<Row>): Row {
  return Object.fromEntries(ofService.flatMap((field) => (service[field] == null ? [] : [[field, service[field]]])))
}

/** Parses `services.json`, `schema.json` and `data.json` of a package (docs/wire/records.md). Throws a 400 if they are invalid. */
export function readAppParts(parts: { services: unknown; schema: unknown; data: unknown }): AppParts {
  const databases = new Map<string, { readonly tables: Row[]; readonly records: TableRecords[] }>()
  const contentOf = (service: string) => {
    const known = databases.get(service) ?? { tables: [], records: [] }
    databases.set(service, known)
    return known
  }
  for (const { service, tables } of tablesIn(parts.schema, 'schema.json')) contentOf(service).tables.push(...tables)
  for (const { service, tables } of tablesIn(parts.data, 'data.json')) {
    contentOf(service).records.push(...tables.map(recordsOf))
  }
  return { services: servicesIn(parts.services), databases }
}

function servicesIn(value: unknown): readonly Row[] {
  const list = isRecord(value) ? (value.service ?? value.resource ?? []) : (value ?? [])
  if (!Array.isArray(list) || !list.every(isNamed)) throw unreadable('services.json')
  return list
}

function tablesIn(value: unknown, file: string): { readonly service: string; readonly tables: readonly Row[] }[] {
  const services = isRecord(value) ? (value.service ?? []) : (value ?? [])
  if (!Array.isArray(services) || !services.every(isNamed)) throw unreadable(file)
  return services.map(({ name, table = [] }) => {
    if (!Array.isArray(table) || !table.every(isNamed)) throw unreadable(file)
    return { service: String(name), tables: table }
  })
}

function recordsOf({ name, record = [] }: Row): TableRecords {
  if (!Array.isArray(record) || !record.every(isRecord)) throw unreadable('data.json')
  return {
    name: String(name),
    async *read() {
      for (let from = 0; from < record.length; from += rowsAtOnce) yield record.slice(from, from + rowsAtOnce)
    },
  }
}

const isNamed = (value: unknown): value is Row => isRecord(value) && filledText(value.name) !== null

function unreadable(file: string): Problem {
  return new Problem(400, `The package's ${file} does not have the expected structure.`)
}

type PartsExport = Pick<Exporting, 'call' | 'request' | 'known'>

/**
 * Reads the parts that `service=a,b`, `schema={"a":["table"]}` and `include_data` request, as far as the caller may read them
 * (docs/wire/records.md). Throws a 404 for unknown services, and a 400 for an invalid `schema`.
 */
export async function exportAppParts(exporting: PartsExport): Promise<AppParts> {
  const { params } = exporting.request
  const databases = new Map<string, DatabaseContent>()
  for (const [service, _schema] of tablesAsked(params.schema)) {
    const selection = flag(params, 'include_data') ? { _schema, _table: _schema } : { _schema }
    const content = await exportDatabase(service, selection, exporting)
    if (content !== null) databases.set(service, content)
  }
  return { services: await servicesNamed(list(params, 'service') ?? [], exporting), databases }
}

async function servicesNamed(names: readonly string[], { call, request }: PartsExport): Promise<Row[]> {
  if (names.length === 0) return []
  const all = await rowsOfCall(call, { ...request, ...get('system', 'service', { fields: '*' }) })
  return names.map((name) => {
    const found = all.find((service) => String(service.name).toLowerCase() === name.toLowerCase())
    if (found === undefined) throw new Problem(404, `There is no service '${name}'.`)
    const { config } = found
    return partOfService({ ...found, config: isRecord(config) ? withoutSecrets(config) : null })
  })
}

function withoutSecrets({ service_id: _, ...config }: Row): Row {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== secretMask))
}

function tablesAsked(text: string | undefined): [service: string, tables: readonly string[]][] {
  if (text === undefined || text === '') return []
  const tablesByService = parsed(text)
  if (!isRecord(tablesByService) || '' in tablesByService) throw unreadableSchema()
  return Object.entries(tablesByService).map(([service, tables]) => {
    const names = typeof tables === 'string' ? tables.split(',').map((name) => name.trim()) : tables
    if (!Array.isArray(names)) throw unreadableSchema()
    return [service, names]
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadableSchema()
  }
}

function unreadableSchema(): Problem {
  return new Problem(400, 'The parameter schema must be JSON: lists of tables by service.')
}

/** The files of a package with these parts, written while they are read. */
export function filesOfParts(
  { services, databases }: AppParts,
  isGivenUp: () => boolean,
): { readonly name: string; readonly content: () => AsyncIterable<Buffer> }[] {
  const tables = [...databases].map(([name, { tables: table }]) => ({ name, table }))
  const filled = [...databases].filter(([, { records }]) => records.length > 0)
  return [
    ...(services.length === 0 ? [] : [{ name: 'services.json', content: () => listed(services) }]),
    ...(tables.length === 0 ? [] : [{ name: 'schema.json', content: () => listed(tables) }]),
    ...(filled.length === 0 ? [] : [{ name: 'data.json', content: () => data(filled, isGivenUp) }]),
  ]
}

async function* listed(service: readonly Row[]): AsyncGenerator<Buffer> {
  yield Buffer.from(JSON.stringify({ service }, null, 2))
}

async function* data(
  databases: readonly (readonly [service: string, content: DatabaseContent])[],
  isGivenUp: () => boolean,
): AsyncGenerator<Buffer> {
  for (const [at, [name, { records }]] of databases.entries()) {
    yield Buffer.from(`${at === 0 ? '{"service":[' : ','}{"name":${JSON.stringify(name)},"table":`)
    yield* recordLists(records, isGivenUp)
    yield Buffer.from('}')
  }
  yield Buffer.from(']}')
}

interface PartsImport {
  readonly call: Forward
  readonly request: ApiRequest
  readonly journal: ImportJournal
  readonly report: Report
  /** Whether to report rejected parts and import the rest. */
  readonly goOn: boolean
}

/**
 * Creates the services and tables of an app package with the rights of the caller. Existing services and tables are not changed
 * (docs/wire/records.md).
 */
export async function importAppParts({ services, databases }: AppParts, importing: PartsImport): Promise<void> {
  for (const service of services) await haveService(service, importing)
  for (const [service, content] of databases) {
    if (importing.goOn && !(await isThere(service, importing))) {
      importing.report.error(`There is no service '${service}': none of it is imported.`)
    } else await importDatabase(service, content, { ...importing, overwrite: false })
  }
}

async function haveService(service: Row, importing: PartsImport): Promise<void> {
  try {
    await makeService(service, importing)
  } catch (error) {
    if (!importing.goOn || !(error instanceof Problem) || error.status >= 500) throw error
    importing.report.error(`The service '${String(service.name)}' was refused: ${error.message}`)
  }
}

async function serviceNamed(name: string, { call, request }: PartsImport): Promise<Row | undefined> {
  const all = await rowsOfCall(call, { ...request, ...get('system', 'service', { fields: 'name,type' }) })
  return all.find((other) => String(other.name).toLowerCase() === name.toLowerCase())
}

const isThere = async (name: string, importing: PartsImport) => (await serviceNamed(name, importing)) !== undefined

async function makeService(service: Row, importing: PartsImport): Promise<void> {
  const { call, request, journal } = importing
  const name = String(service.name)
  const there = await serviceNamed(name, importing)
  if (there !== undefined) {
    if (there.type === service.type) return
    throw new Problem(400, `The service '${name}' already exists, of another type.`)
  }
  const payload = { resource: [{ is_active: true, ...partOfService(service) }] }
  const serviceRequest: ApiRequest = {
    ...request,
    ...get('system', 'service'),
    verb: 'POST',
    payload,
    payloadFormat: 'json',
  }
  const { body } = await unwrapSingle(() => call(serviceRequest))
  const serviceRow = isRecord(body) && Array.isArray(body.resource) ? body.resource[0] : null
  if (isRecord(serviceRow) && typeof serviceRow.id === 'number')
    await journal.note({ kind: 'services', ids: [serviceRow.id] })
}
