import { Problem } from '@millwright/contract/problem'
import { decide } from '../../access/decide.ts'
import type { DescribedTable } from '../../records/described-table.ts'
import { wireListEntry } from '../../records/wire-table.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { flag, list, text } from '../../request/params.ts'
import { choice } from '../../request/pick-fields.ts'
import type { DatabaseContext } from './database-context.ts'

/** `GET _table`: lists the tables whose records the caller has any access to, by their names for calls. */
export async function listTables({ schema }: DatabaseContext, request: ApiRequest): Promise<ApiResponse> {
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
