import type { Caller } from '../access/caller.ts'
import type { Store } from '../store/store.ts'
import type { Row } from './sql-runner.ts'

const anyRootAdmin = 'SELECT "id" FROM "user" WHERE "is_root_admin" = 1 LIMIT 1'

/** While there is no root administrator at all, every unrestricted administrator counts as one. */
export async function isRootAdmin({ user, sysadmin }: Caller, store: Store): Promise<boolean> {
  if (user === null || !user.is_sys_admin) return false
  if (user.is_root_admin) return true
  return sysadmin && (await store.statements.first<Row>(anyRootAdmin, [])) === undefined
}
