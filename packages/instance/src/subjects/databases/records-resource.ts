import { Problem } from '@millwright/contract/problem'
import type { MaybePromise } from '../../engines/statement.ts'
import type { DescribedTable } from '../../records/described-table.ts'
import { PermittedTable, type TablePolicy } from '../../records/permitted-table.ts'
import { readRecord, readRecords } from '../../records/tables/read-calls.ts'
import { writeRecords } from '../../records/tables/write-calls.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { flag } from '../../request/params.ts'
import type { DatabaseContext } from './database-context.ts'
import type { HandleResource } from './database-resource.ts'
import { createReadCache } from './read-cache.ts'
import { listTables } from './table-list.ts'

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
