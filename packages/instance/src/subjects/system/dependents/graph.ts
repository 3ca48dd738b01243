import type { DeclaredTable } from '../../../records/system/declared-table.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { TableName } from '../../../store/tables.ts'
import { app } from '../../models/app-model.ts'
import { connectedClient } from '../../models/connected-client-model.ts'
import { dataView } from '../../models/data-view-model.ts'
import { eventScript } from '../../models/event-script-model.ts'
import { limit } from '../../models/limit-model.ts'
import { lookupOf } from '../../models/lookup-model.ts'
import { user } from '../../models/person-model.ts'
import { appRole, roleServiceAccess } from '../../models/role-model.ts'
import { serviceDoc } from '../../models/service-model.ts'
import { schedulerTask } from '../../models/task-model.ts'

/** Rows that refer to a record by a column, and what happens to them when the record is deleted. */
export interface Dependency {
  readonly declared: DeclaredTable
  readonly column: string
  /** Deletes the row or clears its reference. */
  readonly effect: 'deleted' | 'cleared'
  /** Further values to set when the reference is cleared. */
  readonly becomes?: Readonly<Row>
  /** Absent: the rows are part of the record and not listed. */
  readonly told?: Told
}

/** How dependent rows are presented. */
interface Told {
  /** What no longer works afterwards, as a sentence. */
  readonly consequence: string
  /** Blocks the deletion unless it is forced. */
  readonly blocks?: true
  /** The column that refers to the record to present instead of the row; absent: the row itself. */
  readonly owner?: { readonly column: string; readonly table: 'role' | 'user' }
}

const part = (declared: DeclaredTable, column: string): Dependency => ({ declared, column, effect: 'deleted' })
/** A task without its user or app would run with the access of its author, so it is stopped. */
const stopped = { effect: 'cleared', becomes: { is_active: 0, next_due: null } } as const
const toUser = { column: 'user_id', table: 'user' } as const

/** References to the records of each table: used by the audit log, blocked deletions, and the list of dependents. */
export const dependencies: Partial<Record<TableName, readonly Dependency[]>> = {
  user: [
    part(lookupOf('user_id'), 'user_id'),
    part(appRole, 'user_id'),
    part(connectedClient, 'user_id'),
    { declared: dataView, column: 'owner_id', effect: 'cleared' },
    {
      declared: limit,
      column: 'user_id',
      effect: 'deleted',
      told: { consequence: 'They are deleted too.' },
    },
    {
      declared: schedulerTask,
      column: 'user_id',
      ...stopped,
      told: { consequence: 'They stop running: they ran as this user.' },
    },
  ],
  role: [
    part(roleServiceAccess, 'role_id'),
    part(lookupOf('role_id'), 'role_id'),
    {
      declared: appRole,
      column: 'role_id',
      effect: 'deleted',
      told: { consequence: 'They lose the role, and with it their access to the apps they have it in.', owner: toUser },
    },
    { declared: limit, column: 'role_id', effect: 'deleted', told: { consequence: 'They are deleted too.' } },
    {
      declared: app,
      column: 'role_id',
      effect: 'cleared',
      told: { consequence: 'They lose their default role: requests with only their API key are rejected.' },
    },
  ],
  app: [
    part(lookupOf('app_id'), 'app_id'),
    {
      declared: appRole,
      column: 'app_id',
      effect: 'deleted',
      told: { consequence: 'They lose their role in this app.', owner: toUser },
    },
    {
      declared: user,
      column: 'default_app_id',
      effect: 'cleared',
      told: { consequence: 'They lose their default app.' },
    },
    {
      declared: schedulerTask,
      column: 'app_id',
      ...stopped,
      told: { consequence: 'They stop running: they ran as this app.' },
    },
  ],
  service: [
    part(serviceDoc, 'service_id'),
    part(connectedClient, 'service_id'),
    part(dataView, 'service_id'),
    {
      declared: roleServiceAccess,
      column: 'service_id',
      effect: 'deleted',
      told: { consequence: 'They lose their access rules for it.', owner: { column: 'role_id', table: 'role' } },
    },
    {
      declared: app,
      column: 'storage_service_id',
      effect: 'cleared',
      told: { consequence: 'They lose their storage: their pages no longer open.', blocks: true },
    },
    {
      declared: eventScript,
      column: 'storage_service_id',
      effect: 'cleared',
      told: { consequence: 'They lose the file that their code is read from.', blocks: true },
    },
    {
      declared: limit,
      column: 'service_id',
      effect: 'deleted',
      told: { consequence: 'They are deleted too.', blocks: true },
    },
    {
      declared: schedulerTask,
      column: 'service_id',
      effect: 'deleted',
      told: { consequence: 'They will be deleted.', blocks: true },
    },
  ],
}
