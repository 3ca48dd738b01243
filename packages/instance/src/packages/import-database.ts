import { Problem } from '@millwright/contract/problem'
import type { ApiRequest } from '../gateway/api-request.ts'
import type { Forward } from '../gateway/gateway.ts'
import { byReference } from '../services/database/schema/table-order.ts'
import { isRecord } from '../system/body.ts'
import type { Row } from '../system/sql-runner.ts'
import { type ImportJournal, unlessRefused } from './journal/import-journal.ts'
import { type DatabaseContent, type TableRecords, text } from './package-content.ts'
import { get } from './read-records.ts'
import type { Report } from './report.ts'
import { losing, lossesOf } from './table-losses.ts'
import { tablesThere } from './tables-there.ts'

interface DatabaseImport {
  readonly call: Forward
  readonly request: ApiRequest
  readonly overwrite: boolean
  readonly report: Report
  readonly journal: ImportJournal
}

/**
 * Makes the tables that are not there and fills them. Those that are there keep their records, and are changed with
 * `overwrite` alone; refuses with 409 a change by which they would lose something, as it could not be taken back.
 */
export async function importDatabase(
  service: string,
  { tables, records }: DatabaseContent,
  importing: DatabaseImport,
): Promise<void> {
  const { call, overwrite, report, journal } = importing
  const request: ApiRequest = {
    ...importing.request,
    ...get(service.toLowerCase(), ''),
    payloadFormat: 'json',
  }
  const there = await tablesThere(service, importing)
  const fresh = byReference(tables.map(asItem)).filter(({ name }) => !there.has(name))
  if (fresh.length > 0) await make(fresh)
  const places = new Map(fresh.map(({ name }, at) => [name, at]))
  for (const { name } of records) {
    if (there.has(name)) {
      report.notice(`Ignored records for ${service}/_table with name ${name}: the table is there already`)
    } else if (!places.has(name)) {
      throw new Problem(400, `The package has records of ${service}/${name}, but not the table.`)
    }
  }
  // Records come after those that they refer to.
  const filled = records.filter(({ name }) => places.has(name))
  for (const table of filled.sort((one, other) => (places.get(one.name) ?? 0) - (places.get(other.name) ?? 0))) {
    const count = await fill(table)
    if (count > 0) report.done(`Created ${count} records in ${service}/_table with name ${table.name}`)
  }
  for (const table of tables.filter(({ name }) => there.has(String(name)))) {
    const name = String(table.name)
    if (overwrite) {
      await change(name, table)
      report.done(`Overwrote duplicate found for ${service}/_schema with name ${name}`)
    } else report.notice(`Ignored duplicate found for ${service}/_schema with name ${name}`)
  }

  async function make(items: readonly { readonly name: string; readonly table: Row }[]): Promise<void> {
    const names = items.map(({ name }) => name)
    const forget = await journal.note({ kind: 'tables', service, names })
    const payload = { resource: items.map(({ table }) => table) }
    const { body } = await unlessRefused(call({ ...request, verb: 'POST', resource: '_schema', payload }), forget)
    const refused = refusedIn(body)
    if (refused.size > 0) {
      // What was refused may be somebody else's by now.
      await journal.note({ kind: 'tables', service, names: names.filter((name) => !refused.has(name)) })
      await forget()
    }
    for (const reason of refused.values()) throw new Problem(400, reason)
    for (const name of names) report.done(`Created ${service}/_schema with name ${name}`)
  }

  async function fill({ name, read }: TableRecords): Promise<number> {
    let count = 0
    for await (const rows of read()) {
      if (request.isGivenUp?.()) throw new Problem(400, 'The import was given up.')
      const params = { rollback: 'true' }
      await call({ ...request, verb: 'POST', resource: `_table/${name}`, params, payload: { resource: rows } })
      count += rows.length
    }
    return count
  }

  async function change(name: string, table: Row): Promise<void> {
    const losses = await lossesOf(service, table, importing)
    if (losses.length > 0) throw new Problem(409, losing(service, name, losses))
    const { body: before } = await call({ ...asInstance(request), ...get(service.toLowerCase(), `_schema/${name}`) })
    if (isRecord(before)) await journal.note({ kind: 'definition', service, name, before })
    const { body } = await call({ ...request, verb: 'PATCH', resource: '_schema', payload: { resource: [table] } })
    for (const reason of refusedIn(body).values()) throw new Problem(400, reason)
  }
}

/** The whole definition is what taking back needs, whatever the caller may read of it. */
function asInstance(request: ApiRequest): ApiRequest {
  return { ...request, caller: { ...request.caller, sysadmin: true } }
}

/** With what its order among others depends on. */
function asItem(table: Row) {
  const field = (Array.isArray(table.field) ? table.field : []).filter(isRecord)
  return { name: String(table.name), table, fields: field.map(({ ref_table }) => ({ refTable: text(ref_table) })) }
}

/** Of several tables each is refused by itself, in its place in the answer: the reasons by name. */
function refusedIn(body: unknown): Map<string, string> {
  const answers = isRecord(body) && Array.isArray(body.resource) ? body.resource.filter(isRecord) : []
  return new Map(
    answers.flatMap(({ name, error }) =>
      isRecord(error) ? [[String(name), `The table ${String(name)}: ${String(error.message)}`] as const] : [],
    ),
  )
}
