import type { TableName } from '../store/tables.ts'
import type { Key } from '../system/dialect.ts'
import { quoted } from '../system/dialect.ts'
import type { Author, Shape } from '../system/shape.ts'
import { app } from '../system/shapes/app.ts'
import { limit } from '../system/shapes/limit.ts'
import { lookupOf } from '../system/shapes/lookup.ts'
import { user } from '../system/shapes/person.ts'
import { appRole, roleServiceAccess } from '../system/shapes/role.ts'
import { schedulerTask } from '../system/shapes/scheduler.ts'
import { serviceDoc } from '../system/shapes/service.ts'
import type { Tx } from '../system/sql-runner.ts'

/** Rows that refer to a record, and what becomes of them when it is deleted. */
interface Dependants {
  readonly shape: Shape
  readonly column: string
  readonly fate: 'deleted' | 'detached'
}

const dependants: Partial<Record<TableName, readonly Dependants[]>> = {
  user: [
    { shape: lookupOf('user_id'), column: 'user_id', fate: 'deleted' },
    { shape: appRole, column: 'user_id', fate: 'deleted' },
    { shape: limit, column: 'user_id', fate: 'deleted' },
    { shape: schedulerTask, column: 'user_id', fate: 'detached' },
  ],
  role: [
    { shape: roleServiceAccess, column: 'role_id', fate: 'deleted' },
    { shape: lookupOf('role_id'), column: 'role_id', fate: 'deleted' },
    { shape: appRole, column: 'role_id', fate: 'deleted' },
    { shape: limit, column: 'role_id', fate: 'deleted' },
    { shape: app, column: 'role_id', fate: 'detached' },
  ],
  app: [
    { shape: lookupOf('app_id'), column: 'app_id', fate: 'deleted' },
    { shape: appRole, column: 'app_id', fate: 'deleted' },
    { shape: user, column: 'default_app_id', fate: 'detached' },
    { shape: schedulerTask, column: 'app_id', fate: 'detached' },
  ],
  service: [
    { shape: serviceDoc, column: 'service_id', fate: 'deleted' },
    { shape: roleServiceAccess, column: 'service_id', fate: 'deleted' },
    { shape: limit, column: 'service_id', fate: 'deleted' },
    { shape: schedulerTask, column: 'service_id', fate: 'deleted' },
    { shape: app, column: 'storage_service_id', fate: 'detached' },
  ],
}

/** Notes what goes, or is detached, with a record that is about to be deleted. */
export async function noteDependants(tx: Tx, shape: Shape, id: Key, author: Author): Promise<void> {
  const owner = { resource: shape.noted ?? shape.table, id: String(id) }
  for (const each of dependants[shape.table] ?? []) {
    const { column, fate } = each
    const rows = await tx.all(`SELECT * FROM ${quoted(each.shape.table)} WHERE ${quoted(column)} = ?`, id)
    await author.trail.within(fate === 'deleted' ? owner : null, async () => {
      for (const previous of rows) {
        const key = String(previous[each.shape.key])
        const next = fate === 'deleted' ? null : { [column]: null }
        author.trail.note({ shape: each.shape, key, previous, next }, author)
      }
    })
  }
}
