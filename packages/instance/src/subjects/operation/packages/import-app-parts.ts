import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import { unwrapSingle } from '../../../records/system/alone-if-one.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { type AppParts, partOfService } from './app-parts.ts'
import { importDatabase } from './import-database.ts'
import type { ImportJournal } from './journal/import-journal.ts'
import { get, rowsOf } from './read-records.ts'
import type { Report } from './report.ts'

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
  const all = await rowsOf(call, { ...request, ...get('system', 'service', { fields: 'name,type' }) })
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
  const asked: ApiRequest = { ...request, ...get('system', 'service'), verb: 'POST', payload, payloadFormat: 'json' }
  const { body } = await unwrapSingle(() => call(asked))
  const made = isRecord(body) && Array.isArray(body.resource) ? body.resource[0] : null
  if (isRecord(made) && typeof made.id === 'number') await journal.note({ kind: 'services', ids: [made.id] })
}
