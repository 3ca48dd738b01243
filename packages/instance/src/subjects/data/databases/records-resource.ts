import type { MaybePromise } from '@millwright/connector/engine/statement'
import { Problem } from '@millwright/contract/problem'
import { decide } from '../../../access/decide.ts'
import type { DescribedTable } from '../../../records/described-table.ts'
import { PermittedTable, type TablePolicy } from '../../../records/permitted-table.ts'
import { readRecord, readRecords } from '../../../records/tables/read-calls.ts'
import { writeRecords } from '../../../records/tables/write-calls.ts'
import { wireListEntry } from '../../../records/wire-table.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag, list, text } from '../../../request/params.ts'
import { choice } from '../../../request/pick-fields.ts'
import type { DatabaseContext } from './database-context.ts'
import type { HandleResource } from './database-resource.ts'
import { createReadCache } from './read-cache.ts'

/** `_table` of a database service (docs/wire/tables.md). `policyOf`: returns the rights of a request's caller. */
export function createRecordsResource(
  context: DatabaseContext,
  policyOf: (request: ApiRequest) => TablePolicy,
): HandleResource {
  const { schema } = context
  const cache = createReadCache(context)

  function handleTable(request: ApiRequest, table: DescribedTable, id: string | null): Promise<ApiResponse> {
    const permitted = () => PermittedTable.authorize(policyOf(request), request.verb, table, request.resource)
    if (request.verb !== 'GET') {
      const write = (to: PermittedTable) => writeRecords(context, request, to, id).finally(cache.invalidate)
      return soon(permitted(), write)
    }
    const read = (from: PermittedTable) =>
      id === null ? readRecords(context, request, from) : readRecord(context, request, from, id)
    return cache.answer(request, () => soon(permitted(), read))
  }

  return async (request, [name = '', ...rest]) => {
    if (name === '') {
      if (request.verb === 'GET') return listTables(context, request)
      throw new Problem(400, `${request.verb} is not supported on '_table' itself.`)
    }
    const found = schema.table(name, flag(request.params, 'refresh'))
    const table = found instanceof Promise ? await found : found
    // Access rules use the name under which records are addressed.
    if (table.apiName.toLowerCase() !== name.toLowerCase()) {
      throw new Problem(404, `Table '${name}' does not exist in the database.`)
    }
    return handleTable(request, table, rest.length === 0 ? null : rest.join('/'))
  }
}

function soon<T, R>(value: MaybePromise<T>, work: (value: T) => Promise<R>): Promise<R> {
  return value instanceof Promise ? value.then(work) : work(value)
}

/** `GET _table`: lists the tables whose records the caller has any access to, by their names for calls. */
async function listTables({ schema }: DatabaseContext, request: ApiRequest): Promise<ApiResponse> {
  const { params } = request
  const prefix = text(params, 'schema')?.toLowerCase()
  const ids = list(params, 'ids')?.map((id) => id.toLowerCase())
  const entries = (await schema.tables(flag(params, 'refresh'))).flatMap((table) => {
    const name = table.apiName.toLowerCase()
    if (prefix !== undefined && !table.name.toLowerCase().startsWith(`${prefix}.`)) return []
    if (ids !== undefined && !ids.includes(name)) return []
    const mask = allowed(request, table)
    return mask === 0 ? [] : [{ table, mask }]
  })
  refuseUnknown(
    ids,
    entries.map(({ table }) => table),
  )
  if (flag(params, 'as_list')) return { status: 200, body: { resource: entries.map(({ table }) => table.apiName) } }
  const chosen = choice(params)
  const resource = entries.map(({ table, mask }) => {
    const { alias: _, ...entry } = wireListEntry(table, mask)
    return chosen({ ...entry, name: table.apiName })
  })
  return { status: 200, body: { resource } }
}

function allowed(request: ApiRequest, { apiName }: DescribedTable): number {
  return decide({ ...request, resource: `_table/${apiName}` }, []).mask
}

function refuseUnknown(ids: readonly string[] | undefined, tables: readonly DescribedTable[]): void {
  const missing = ids?.find((id) => !tables.some(({ apiName }) => apiName.toLowerCase() === id))
  if (missing !== undefined) throw new Problem(404, `Table '${missing}' does not exist in the database.`)
}
