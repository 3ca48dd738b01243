import { batchCode, Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { byReference } from '../../data/databases/schema/references.ts'
import { existingTables, losing, lossesOf, mismatchedTables, mismatchOf } from './existing-tables.ts'
import { forgetIfRejected, type ImportJournal } from './journal/import-journal.ts'
import { type DatabaseContent, filledText, type TableRecords } from './package-content.ts'
import { get } from './read-records.ts'
import type { Report } from './report.ts'

interface DatabaseImport {
  readonly call: Forward
  readonly request: ApiRequest
  readonly overwrite: boolean
  /** Whether to report rejected parts and import the rest. */
  readonly goOn: boolean
  readonly report: Report
  readonly journal: ImportJournal
}

/**
 * Creates missing tables and inserts their records. Existing tables keep their records, and are changed only with `overwrite`.
 * Throws a 409 for a change that would lose data, as it could not be undone, and a 400 for a table that exists in another shape
 * (docs/wire/packages.md).
 */
export async function importDatabase(
  service: string,
  { tables, records }: DatabaseContent,
  importing: DatabaseImport,
): Promise<void> {
  const { call, overwrite, goOn, report, journal } = importing
  const request: ApiRequest = {
    ...importing.request,
    ...get(service.toLowerCase(), ''),
    payloadFormat: 'json',
  }
  const there = await existingTables(service, importing)
  const misshapen = overwrite ? [] : await mismatchedTables(service, tables, { call, request, existing: there })
  for (const table of misshapen) refuse(`${table.sentence} It is skipped.`, new Problem(400, mismatchOf(table)))
  const leftOut = new Set(misshapen.map(({ name }) => name))
  const fresh = byReference(tables.map(asItem)).filter(({ name }) => !there.has(name))
  const newNames = fresh.length > 0 ? await make(fresh) : []
  const places = new Map(newNames.map((name, at) => [name, at]))
  for (const { name } of records) {
    if (leftOut.has(name) || places.has(name)) continue
    if (there.has(name)) {
      report.notice(`Ignored records for ${service}/_table with name ${name}: the table already exists`)
    } else if (fresh.every((table) => table.name !== name)) {
      const sentence = `The package has records of ${service}/${name}, but not the table.`
      refuse(sentence, new Problem(400, sentence))
    }
  }
  // Records are inserted after those that they refer to.
  const filled = records.filter(({ name }) => places.has(name))
  for (const table of filled.sort((one, other) => (places.get(one.name) ?? 0) - (places.get(other.name) ?? 0))) {
    const count = await fill(table)
    if (count > 0) report.done(`Created ${count} records in ${service}/_table with name ${table.name}`)
  }
  for (const table of tables.filter(({ name }) => there.has(String(name)) && !leftOut.has(String(name)))) {
    const name = String(table.name)
    if (overwrite) {
      if (await change(name, table)) report.done(`Overwrote duplicate found for ${service}/_schema with name ${name}`)
    } else report.notice(`Ignored duplicate found for ${service}/_schema with name ${name}`)
  }

  /** Reports what cannot be imported if `goOn`, or else ends the import. */
  function refuse(sentence: string, problem: Problem): void {
    if (!goOn) throw problem
    report.error(sentence)
  }

  /** Returns the names of the created tables, in order. */
  async function make(items: readonly { readonly name: string; readonly table: Row }[]): Promise<readonly string[]> {
    const names = items.map(({ name }) => name)
    const forget = await journal.note({ kind: 'tables', service, names })
    const payload = { resource: items.map(({ table }) => table) }
    const creationRequest: ApiRequest = { ...request, verb: 'POST', resource: '_schema', payload }
    const refused = await refusals(names, () => forgetIfRejected(call(creationRequest), forget))
    const done = names.filter((name) => !refused.has(name))
    if (refused.size > 0) {
      // A table with a rejected name may have been created by another caller by now.
      await journal.note({ kind: 'tables', service, names: done })
      await forget()
    }
    for (const reason of refused.values()) refuse(reason, new Problem(400, reason))
    for (const name of done) report.done(`Created ${service}/_schema with name ${name}`)
    return done
  }

  /** The error of a single table is the response; with several tables, each has its own. */
  async function refusals(names: readonly string[], work: () => ReturnType<Forward>): Promise<Map<string, string>> {
    try {
      return refusedIn((await work()).body)
    } catch (error) {
      const [name, ...others] = names
      if (!goOn || !(error instanceof Problem) || error.status >= 500 || name === undefined || others.length > 0) {
        throw error
      }
      return new Map([[name, `The table ${name}: ${error.message}`]])
    }
  }

  async function fill({ name, read }: TableRecords): Promise<number> {
    let sent = 0
    let refused = 0
    let reason = ''
    for await (const rows of read()) {
      if (request.isGivenUp?.()) throw new Problem(400, 'The import was aborted.')
      const params = goOn ? { continue: 'true' } : { rollback: 'true' }
      try {
        await call({ ...request, verb: 'POST', resource: `_table/${name}`, params, payload: { resource: rows } })
      } catch (error) {
        const failed = refusedRecords(error)
        if (failed === null) throw error
        if (!goOn) throw new Problem(400, `A record of ${service}/${name} was refused: ${failed.reason}`)
        refused += failed.count
        reason ||= failed.reason
      }
      sent += rows.length
    }
    if (refused > 0) {
      report.error(`${refused} of ${sent} records of ${service}/${name} were refused, the first of them: ${reason}`)
    }
    return sent - refused
  }

  async function change(name: string, table: Row): Promise<boolean> {
    const losses = await lossesOf(service, table, importing)
    if (losses.length > 0) {
      const sentence = losing(service, name, losses)
      refuse(sentence, new Problem(409, sentence))
      return false
    }
    const { body: before } = await call({ ...asInstance(request), ...get(service.toLowerCase(), `_schema/${name}`) })
    if (isRecord(before)) await journal.note({ kind: 'definition', service, name, before })
    const changeRequest: ApiRequest = { ...request, verb: 'PATCH', resource: '_schema', payload: { resource: [table] } }
    const refused = await refusals([name], () => call(changeRequest))
    for (const reason of refused.values()) refuse(reason, new Problem(400, reason))
    return refused.size === 0
  }
}

/** Undoing needs the complete definition, whatever the caller may read of it. */
function asInstance(request: ApiRequest): ApiRequest {
  return { ...request, caller: { ...request.caller, sysadmin: true } }
}

/** Adds the members that determine its order. */
function asItem(table: Row) {
  const field = (Array.isArray(table.field) ? table.field : []).filter(isRecord)
  return {
    name: String(table.name),
    table,
    fields: field.map(({ ref_table }) => ({ refTable: filledText(ref_table) })),
  }
}

/** With several tables, each error has its place in the response. Returns the reasons by name. */
function refusedIn(body: unknown): Map<string, string> {
  const answers = isRecord(body) && Array.isArray(body.resource) ? body.resource.filter(isRecord) : []
  return new Map(
    answers.flatMap(({ name, error }) =>
      isRecord(error) ? [[String(name), `The table ${String(name)}: ${String(error.message)}`] as const] : [],
    ),
  )
}

/** The number of rejected records in a batch and the reason for the first, or `null` for other errors. */
function refusedRecords(error: unknown): { readonly count: number; readonly reason: string } | null {
  if (!(error instanceof Problem) || error.code !== batchCode || !isRecord(error.context)) return null
  const { error: places, resource } = error.context
  if (!Array.isArray(places) || !Array.isArray(resource)) return null
  const first: unknown = resource[Number(places[0])]
  return { count: places.length, reason: isRecord(first) ? String(first.message) : error.message }
}
