import { equalNode } from '@millwright/contract/filter/condition'
import { Problem } from '@millwright/contract/problem'
import { dataHistoryFields } from '@millwright/contract/records/data-history'
import { tablePolicy } from '../../../access/table-policy.ts'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Registry } from '../../../gateway/registry.ts'
import { declareTable } from '../../../records/system/declared-table.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { unsupported } from '../../../request/body.ts'
import { text } from '../../../request/params.ts'
import { createReader } from '../../ground/system/reader.ts'
import type { ResourceDeclaration, SystemResource } from '../../ground/system/resource.ts'
import { readMany, readOne } from '../../ground/system/resource-reads.ts'
import { opened } from './kept-row.ts'
import { type ChangedTable, revert } from './revert.ts'

const declaration: ResourceDeclaration = {
  name: 'data_history',
  label: 'Data History',
  description: 'Who changed which row, through what, and what it was before, for tables with data history.',
  travels: 'history',
  declared: declareTable({
    table: 'data_history',
    label: 'Data History Entry',
    plural: 'Data History Entries',
    fields: dataHistoryFields,
    authority: 'instance',
    audit: 'none',
    auditedAs: null,
    columns: {
      confirmed: {
        select:
          '(select 1 - count(*) from "data_history_open" where "data_history_open"."batch_id" = "data_history"."batch_id")',
        comparable: false,
        read: (stored) => Number(stored) === 1,
      },
      before: { read: (kept, _, { vault }) => opened(kept, vault) },
      after: { read: (kept, _, { vault }) => opened(kept, vault) },
    },
  }),
  scope: { values: {} },
  relations: [],
}

/** `system/data_history`: row changes, and reverting them (docs/wire/data-history.md). */
export function createDataHistoryResource(
  parts: Parts,
  registry: Pick<Registry, 'find' | 'all'>,
  call: Forward,
): SystemResource {
  const reader = createReader(declaration, parts)

  /** Throws if the caller could not read all rows of the table. */
  async function admit(request: ApiRequest, service: string, table: { readonly apiName: string }): Promise<void> {
    if (request.caller.sysadmin) return
    const permitted = tablePolicy(parts, { ...request, service })
    const rows = await permitted.permit('GET', `_table/${table.apiName}`)
    if (rows !== null)
      throw new Problem(403, `The role cannot see all rows of '${table.apiName}', so it cannot see its history.`)
  }

  /** Restricts the request to a table if one is named, which is required for callers without full access. */
  async function narrowed(request: ApiRequest): Promise<ApiRequest> {
    const { params, caller } = request
    const service = text(params, 'service')
    const name = text(params, 'table')
    if (service === undefined || name === undefined) {
      if (caller.sysadmin) return request
      throw new Problem(403, "Name the 'service' and the 'table' whose history to read.")
    }
    const found = await registry.find(service.toLowerCase())
    const tables = (await found?.service.tables?.(false)) ?? []
    const table = tables.find((each) => each.name === name || each.apiName.toLowerCase() === name.toLowerCase())
    if (found === null || (table === undefined && !caller.sysadmin)) {
      throw new Problem(404, `There is no table '${name}' in '${service}'.`)
    }
    if (table !== undefined) await admit(request, service.toLowerCase(), table)
    return { ...request, within: equalNode({ service_id: found.row.id, table_name: table?.name ?? name }) }
  }

  return {
    name: 'data_history',
    label: declaration.label,
    description: declaration.description,
    singleton: false,
    keeps: 'records',
    readOnly: true,
    declaration,
    async handle(request, [id, ...rest]): Promise<ApiResponse> {
      if (rest.length > 0) throw new Problem(404, "Records of 'data_history' have no subresources.")
      if (id === 'revert') {
        if (request.verb !== 'POST') throw unsupported(request)
        return {
          status: 200,
          body: await revert(request, { parts, registry, call, admit: (change) => admitTo(request, change) }),
        }
      }
      if (request.verb !== 'GET') throw unsupported(request)
      if (id === undefined) return readMany(declaration, reader, await narrowed(request))
      const found = await readOne(declaration, reader, request, id)
      const row = await parts.store.db
        .selectFrom('data_history')
        .select(['service_id', 'table_name'])
        .where('id', '=', Number(id))
        .executeTakeFirst()
      await admitTo(request, row)
      return found
    },
  }

  /** Throws if the caller could not read all rows of the table that was changed. */
  async function admitTo(request: ApiRequest, row: ChangedTable | undefined): Promise<void> {
    if (request.caller.sysadmin) return
    const service = (await registry.all()).find((each) => each.id === row?.service_id)
    const found = service === undefined ? null : await registry.find(service.name.toLowerCase())
    const table = (await found?.service.tables?.(false))?.find(({ name }) => name === row?.table_name)
    if (service === undefined || table === undefined)
      throw new Problem(403, 'The table of this entry no longer exists.')
    await admit(request, service.name.toLowerCase(), table)
  }
}
