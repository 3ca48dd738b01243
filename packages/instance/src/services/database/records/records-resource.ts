import { Problem } from '@millwright/contract/problem'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { flag } from '../../../request/params.ts'
import type { DatabaseContext } from '../database-context.ts'
import type { HandleResource } from '../database-resource.ts'
import type { DescribedTable } from '../described-table.ts'
import { createReadCache } from './read-cache.ts'
import { readRecord, readRecords } from './read-calls.ts'
import { listTables } from './table-list.ts'
import { writeRecords } from './write-calls.ts'

/** `_table` of a database service (docs/wire/tables.md). */
export function createRecordsResource(context: DatabaseContext): HandleResource {
  const { schema } = context
  const cache = createReadCache(context)

  function handleTable(request: ApiRequest, table: DescribedTable, id: string | null): Promise<ApiResponse> {
    if (request.verb !== 'GET') return writeRecords(context, request, table, id).finally(cache.outdate)
    return cache.answer(request, () =>
      id === null ? readRecords(context, request, table) : readRecord(context, request, table, id),
    )
  }

  return async (request, [name = '', ...rest]) => {
    if (name === '') {
      if (request.verb === 'GET') return listTables(context, request)
      throw new Problem(400, `${request.verb} is not supported on '_table' itself.`)
    }
    const found = schema.table(name, flag(request.params, 'refresh'))
    const table = found instanceof Promise ? await found : found
    // Rights are given to the name that records have the table under.
    if (table.apiName.toLowerCase() !== name.toLowerCase()) {
      throw new Problem(404, `Table '${name}' does not exist in the database.`)
    }
    return handleTable(request, table, rest.length === 0 ? null : rest.join('/'))
  }
}
