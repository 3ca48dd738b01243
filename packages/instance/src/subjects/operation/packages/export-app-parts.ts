import { Problem } from '@millwright/contract/problem'
import { secretMask } from '@millwright/contract/records/lookup'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Row } from '../../../records/system/sql-runner.ts'
import { flag, list } from '../../../request/params.ts'
import { type AppParts, partOfService } from './app-parts.ts'
import { exportDatabase } from './export-database.ts'
import type { Exporting } from './exporting.ts'
import type { DatabaseContent } from './package-content.ts'
import { get, rowsOf } from './read-records.ts'
import { recordLists } from './record-lists.ts'

type PartsExport = Pick<Exporting, 'call' | 'request' | 'known'>

/**
 * Reads the parts that `service=a,b`, `schema={"a":["table"]}` and `include_data` request, as far as the caller may read them
 * (docs/wire/records.md). Throws a 404 for unknown services, and a 400 for an invalid `schema`.
 */
export async function exportAppParts(exporting: PartsExport): Promise<AppParts> {
  const { params } = exporting.request
  const databases = new Map<string, DatabaseContent>()
  for (const [service, _schema] of tablesAsked(params.schema)) {
    const asked = flag(params, 'include_data') ? { _schema, _table: _schema } : { _schema }
    const content = await exportDatabase(service, asked, exporting)
    if (content !== null) databases.set(service, content)
  }
  return { services: await servicesNamed(list(params, 'service') ?? [], exporting), databases }
}

async function servicesNamed(names: readonly string[], { call, request }: PartsExport): Promise<Row[]> {
  if (names.length === 0) return []
  const all = await rowsOf(call, { ...request, ...get('system', 'service', { fields: '*' }) })
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
  const asked = parsed(text)
  if (!isRecord(asked) || '' in asked) throw unreadable()
  return Object.entries(asked).map(([service, tables]) => {
    const names = typeof tables === 'string' ? tables.split(',').map((name) => name.trim()) : tables
    if (!Array.isArray(names)) throw unreadable()
    return [service, names]
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable()
  }
}

function unreadable(): Problem {
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
