import { Problem } from '@millwright/contract/problem'
import type { Key } from '../records/system/dialect.ts'
import type { Row, Tx } from '../records/system/sql-runner.ts'
import type { Caller } from '../request/caller.ts'

const anyRootAdmin = 'SELECT "id" FROM "user" WHERE "is_root_admin" = 1 LIMIT 1'

/** `first`: runs a query, inside the transaction when there is one. */
type First = (sql: string) => Promise<Row | undefined> | Row | undefined

/**
 * While there is no root administrator at all, every unrestricted administrator counts as one. Whom a role restricts does not:
 * who may change administrators could free themselves.
 */
export async function isRootAdmin({ user, sysadmin }: Caller, first: First): Promise<boolean> {
  if (user === null || !user.is_sys_admin || !sysadmin) return false
  return user.is_root_admin || (await first(anyRootAdmin)) === undefined
}

/**
 * Refuses to touch the role, the app or the person when that would change what an administrator may do: an administrator is
 * restricted by having a role in an app at all.
 */
export async function refuseAdminRoles(
  tx: Tx,
  caller: Caller,
  column: 'role_id' | 'app_id' | 'user_id',
  id: Key,
): Promise<void> {
  const sql =
    column === 'user_id'
      ? 'SELECT "id" FROM "user" WHERE "id" = ? AND "is_sys_admin" = 1'
      : `SELECT "user"."id" FROM "user_to_app_to_role" JOIN "user" ON "user"."id" = "user_to_app_to_role"."user_id"
          WHERE "user_to_app_to_role"."${column}" = ? AND "user"."is_sys_admin" = 1 LIMIT 1`
  if ((await tx.first(sql, id)) === undefined || (await isRootAdmin(caller, tx.first))) return
  throw new Problem(403, 'Only a root administrator can change the roles of administrators.')
}
