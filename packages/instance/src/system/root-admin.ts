import type { Caller } from '../access/caller.ts'
import type { Row } from './sql-runner.ts'

const anyRootAdmin = 'SELECT "id" FROM "user" WHERE "is_root_admin" = 1 LIMIT 1'

/** `first`: runs a query, inside the transaction when there is one. */
type First = (sql: string) => Promise<Row | undefined> | Row | undefined

/** While there is no root administrator at all, every unrestricted administrator counts as one. */
export async function isRootAdmin({ user, sysadmin }: Caller, first: First): Promise<boolean> {
  if (user === null || !user.is_sys_admin) return false
  if (user.is_root_admin) return true
  return sysadmin && (await first(anyRootAdmin)) === undefined
}
