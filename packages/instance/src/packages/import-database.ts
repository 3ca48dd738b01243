import { Problem } from '@millwright/contract/problem'
import type { ApiRequest } from '../gateway/api-request.ts'
import type { Forward } from '../gateway/gateway.ts'
import { isRecord } from '../system/body.ts'
import { asInstance } from './import-files.ts'
import type { DatabaseContent } from './package-content.ts'
import { get } from './read-records.ts'
import type { Report } from './report.ts'

interface DatabaseImport {
  readonly call: Forward
  readonly request: ApiRequest
  readonly overwrite: boolean
  readonly report: Report
  /** Takes what is done back, the last first, when the import fails later. */
  readonly undo: (() => Promise<void>)[]
}

/** Which of the tables are there already. */
export async function tablesThere(
  service: string,
  { call, request }: Pick<DatabaseImport, 'call' | 'request'>,
): Promise<ReadonlySet<string>> {
  const { body } = await call({
    ...request,
    ...get(service.toLowerCase(), '_schema', { as_list: 'true', refresh: 'true' }),
  })
  const names = isRecord(body) && Array.isArray(body.resource) ? body.resource : []
  return new Set(names.map(String))
}

/**
 * Makes the tables that are not there and fills them. Those that are there keep their records, and are changed with
 * `overwrite` alone.
 */
export async function importDatabase(
  service: string,
  { tables, records }: DatabaseContent,
  importing: DatabaseImport,
): Promise<void> {
  const { call, overwrite, report, undo } = importing
  const request: ApiRequest = {
    ...importing.request,
    ...get(service.toLowerCase(), ''),
    payloadFormat: 'json',
  }
  const there = await tablesThere(service, importing)
  const fresh = tables.filter(({ name }) => !there.has(String(name)))
  if (fresh.length > 0) {
    undo.push(dropAll)
    await call({ ...request, verb: 'POST', resource: '_schema', payload: { resource: fresh } })
    for (const { name } of fresh) report.done(`Created ${service}/_schema with name ${String(name)}`)
  }
  const made = new Set(fresh.map(({ name }) => String(name)))
  for (const { name, record } of records) {
    if (there.has(name)) {
      report.notice(`Ignored records for ${service}/_table with name ${name}: the table is there already`)
    } else if (!made.has(name)) {
      throw new Problem(400, `The package has records of ${service}/${name}, but not the table.`)
    } else if (record.length > 0) {
      const params = { rollback: 'true' }
      await call({ ...request, verb: 'POST', resource: `_table/${name}`, params, payload: { resource: record } })
      report.done(`Created ${record.length} records in ${service}/_table with name ${name}`)
    }
  }
  for (const table of tables.filter(({ name }) => there.has(String(name)))) {
    if (overwrite) {
      await call({ ...request, verb: 'PATCH', resource: '_schema', payload: { resource: [table] } })
      report.done(`Overwrote duplicate found for ${service}/_schema with name ${String(table.name)}`)
    } else report.notice(`Ignored duplicate found for ${service}/_schema with name ${String(table.name)}`)
  }

  async function dropAll(): Promise<void> {
    const now = await tablesThere(service, importing)
    const left = fresh.filter(({ name }) => now.has(String(name))).reverse()
    for (const { name } of left) {
      await call({
        ...asInstance(request),
        verb: 'DELETE',
        resource: `_schema/${String(name)}`,
        payload: undefined,
        payloadFormat: 'none',
      })
    }
  }
}
