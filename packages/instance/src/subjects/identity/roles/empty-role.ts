import { revokeLinkedTokens } from '../../../access/linked-tokens.ts'
import type { Key } from '../../../records/system/dialect.ts'
import type { Tx } from '../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../records/system/write-log.ts'

/** Deletes what depends on a role that is about to be deleted, and invalidates the tokens of its users. */
export async function deleteRoleDependents(tx: Tx, log: WriteLog, id: Key): Promise<void> {
  await revokeLinkedTokens(tx, log, 'role_id', id)
  const apps = await tx.all(
    'UPDATE "app" SET "role_id" = NULL, "revision" = "revision" + 1 WHERE "role_id" = ? RETURNING "id"',
    id,
  )
  if (apps.length > 0) log.changed('app', ...apps.map((row) => Number(row.id)))
  const links = await tx.all('DELETE FROM "user_to_app_to_role" WHERE "role_id" = ? RETURNING "id"', id)
  log.changed('user_to_app_to_role', ...links.map((row) => Number(row.id)))
  await tx.all('DELETE FROM "role_service_access" WHERE "role_id" = ?', id)
  await tx.all('DELETE FROM "lookup" WHERE "role_id" = ?', id)
}
