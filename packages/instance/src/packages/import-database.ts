import { Problem } from '@millwright/contract/problem'
import type { ApiRequest } from '../gateway/api-request.ts'
import type { Forward } from '../gateway/gateway.ts'
import { byReference } from '../services/database/schema/table-order.ts'
import { isRecord } from '../system/body.ts'
import type { Row } from '../system/sql-runner.ts'
import { asInstance } from './import-files.ts'
import { type DatabaseContent, type TableRecords, text } from './package-content.ts'
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
  const fresh = byReference(tables.map(asItem)).filter(({ name }) => !there.has(name))
  if (fresh.length > 0) {
    undo.push(dropAll)
    const payload = { resource: fresh.map(({ table }) => table) }
    refuseRefused((await call({ ...request, verb: 'POST', resource: '_schema', payload })).body)
    for (const { name } of fresh) report.done(`Created ${service}/_schema with name ${name}`)
  }
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

  async function change(name: string, table: Readonly<Row>): Promise<void> {
    const { body: before } = await call({ ...asInstance(request), ...get(service.toLowerCase(), `_schema/${name}`) })
    undo.push(async () => {
      await call({ ...asInstance(request), verb: 'PUT', resource: `_schema/${name}`, payload: before })
    })
    refuseRefused((await call({ ...request, verb: 'PATCH', resource: '_schema', payload: { resource: [table] } })).body)
  }

  async function dropAll(): Promise<void> {
    const now = await tablesThere(service, importing)
    const left = fresh.filter(({ name }) => now.has(name)).reverse()
    for (const { name } of left) {
      await call({
        ...asInstance(request),
        verb: 'DELETE',
        resource: `_schema/${name}`,
        payload: undefined,
        payloadFormat: 'none',
      })
    }
  }
}

/** With what its order among others depends on. */
function asItem(table: Readonly<Row>) {
  const field = (Array.isArray(table.field) ? table.field : []).filter(isRecord)
  return { name: String(table.name), table, fields: field.map(({ ref_table }) => ({ refTable: text(ref_table) })) }
}

/** Of several tables each is refused by itself, in its place in the answer. */
function refuseRefused(body: unknown): void {
  const answers = isRecord(body) && Array.isArray(body.resource) ? body.resource.filter(isRecord) : []
  for (const { name, error } of answers) {
    if (isRecord(error)) throw new Problem(400, `The table ${String(name)}: ${String(error.message)}`)
  }
}
