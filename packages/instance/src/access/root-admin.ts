import { Problem } from '@millwright/contract/problem'
import type { Key } from '../records/system/dialect.ts'
import type { Row, Tx } from '../records/system/sql-runner.ts'
import type { Caller } from '../request/caller.ts'

const anyRootAdmin = 'SELECT "id" FROM "user" WHERE "is_root_admin" = 1 LIMIT 1'

/** `first` runs a query, within the current transaction if there is one. */
type First = (sql: string) => Promise<Row | undefined> | Row | undefined

/**
 * While there is no root administrator, every unrestricted administrator counts as one. Restricted administrators do not, because
 * they could lift their own restriction.
 */
export async function isRootAdmin({ user, sysadmin }: Caller, first: First): Promise<boolean> {
  if (user === null || !user.is_sys_admin || !sysadmin) return false
  return user.is_root_admin || (await first(anyRootAdmin)) === undefined
}

/**
 * Throws 403 if a change of the role, the app or the person would change an administrator's rights, unless the caller is a root
 * administrator. Having a role in any app is what restricts an administrator.
 */
export async function protectAdminRoles(
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
