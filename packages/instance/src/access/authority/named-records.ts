import { Problem } from '@millwright/contract/problem'
import type { Verb } from '@millwright/contract/verbs'
import type { Authorization } from '../../records/system/declared-table.ts'
import { namesIn, type TableAuthority } from '../../records/system/table-authority.ts'
import type { Caller } from '../../request/caller.ts'
import type { TableName } from '../../store/tables.ts'
import { decide } from '../decide.ts'
import { mayUseService } from '../service-access.ts'

/** Throws 403 if a changed column names a record that the caller may not read; services may also be those that the caller may use. */
export async function requireRightsAtNamed(
  { tx, change, actor }: Authorization,
  { columns }: TableAuthority,
  changed: readonly string[],
): Promise<void> {
  for (const column of changed) {
    const id = change.values?.[column]
    if (typeof id !== 'number') continue
    for (const table of namesIn(columns[column])) {
      const row = await tx.first(`SELECT * FROM "${table}" WHERE "id" = ?`, id)
      if (row === undefined) continue
      if (mayRead(actor.caller, resourceOf(table, row), id)) continue
      if (table === 'service' && mayUseService(actor.caller, String(row.name).toLowerCase())) continue
      throw new Problem(403, `Access Forbidden. '${column}' names a record to which you have no access.`)
    }
  }
}

/** Whether the caller may read a record of `system`, alone or in the list. */
function mayRead(caller: Caller, resource: string, id: number): boolean {
  return maySystem(caller, 'GET', `${resource}/${id}`) || maySystem(caller, 'GET', resource)
}

function maySystem(caller: Caller, verb: Verb, resource: string): boolean {
  return decide({ verb, service: 'system', resource, requestor: 'API', caller }, []).allowed
}

function resourceOf(table: TableName, row: Readonly<Record<string, unknown>>): string {
  return table === 'user' && row.is_sys_admin === 1 ? 'admin' : table
}
