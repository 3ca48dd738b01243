import { Problem } from '@millwright/contract/problem'
import type { ApiRequest } from '../gateway/api-request.ts'
import type { Forward } from '../gateway/gateway.ts'
import { aloneIfOne } from '../system/alone-if-one.ts'
import { isRecord } from '../system/body.ts'
import type { Row } from '../system/sql-runner.ts'
import { type AppParts, partOfService } from './app-parts.ts'
import { importDatabase } from './import-database.ts'
import type { ImportJournal } from './journal/import-journal.ts'
import { get, rowsOf } from './read-records.ts'
import { createReport } from './report.ts'

interface PartsImport {
  readonly call: Forward
  readonly request: ApiRequest
  readonly journal: ImportJournal
}

/**
 * Makes the services and tables that a package of an app brings, as the caller may. Services and tables that are there already
 * stay as they are (docs/wire/records.md).
 */
export async function importAppParts({ services, databases }: AppParts, importing: PartsImport): Promise<void> {
  for (const service of services) await haveService(service, importing)
  const report = createReport()
  for (const [service, content] of databases) {
    await importDatabase(service, content, { ...importing, overwrite: false, report })
  }
}

async function haveService(service: Row, { call, request, journal }: PartsImport): Promise<void> {
  const name = String(service.name)
  const all = await rowsOf(call, { ...request, ...get('system', 'service', { fields: 'name,type' }) })
  const there = all.find((other) => String(other.name).toLowerCase() === name.toLowerCase())
  if (there !== undefined) {
    if (there.type === service.type) return
    throw new Problem(400, `There is a service '${name}' already, of another type.`)
  }
  const payload = { resource: [{ is_active: true, ...partOfService(service) }] }
  const asked: ApiRequest = { ...request, ...get('system', 'service'), verb: 'POST', payload, payloadFormat: 'json' }
  const { body } = await aloneIfOne(() => call(asked))
  const made = isRecord(body) && Array.isArray(body.resource) ? body.resource[0] : null
  if (isRecord(made) && typeof made.id === 'number') await journal.note({ kind: 'services', ids: [made.id] })
}
