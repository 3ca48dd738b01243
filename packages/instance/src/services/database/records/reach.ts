import { decide } from '../../../access/decide.ts'
import { refusal } from '../../../access/refusal.ts'
import type { Session } from '../../../engines/engine.ts'
import type { DatabaseRow } from '../../../engines/statement.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { DatabaseContext } from '../database-context.ts'
import type { DescribedTable } from '../described-table.ts'
import { type RoleRows, roleRows } from './role-rows.ts'

/** Who reads, and where. */
export interface Reading {
  readonly context: DatabaseContext
  /** A transaction, or the database itself. */
  readonly session: Session
  readonly request: ApiRequest
}

/** A table at the other end of a relation, as far as the caller may read it. */
export interface ReachableTable {
  readonly table: DescribedTable
  readonly role: RoleRows | null
}

/** Rows found for the values of a relation's local field: each with the value that leads to it. */
export type Found = readonly (readonly [value: string, row: DatabaseRow])[]

/** A table of this service that the caller may read; the refusal of the other call when not. */
export async function reach(context: DatabaseContext, request: ApiRequest, name: string): Promise<ReachableTable> {
  const table = await context.schema.table(name)
  const other = { ...request, verb: 'GET' as const, resource: `_table/${table.apiName}` }
  if (!decide(other, []).allowed) throw refusal(other)
  return { table, role: await roleRows(context.service.host.parts, other) }
}
