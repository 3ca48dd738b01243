import type { Key } from '../records/system/dialect.ts'
import type { Tx } from '../records/system/sql-runner.ts'
import type { WriteLog } from '../records/system/write-log.ts'

/** Revokes the tokens of everyone who has the role, or any role in the app. */
export async function revokeLinkedTokens(tx: Tx, log: WriteLog, column: 'role_id' | 'app_id', id: Key): Promise<void> {
  const people = await tx.all(
    `UPDATE "user" SET "token_generation" = "token_generation" + 1
      WHERE "id" IN (SELECT "user_id" FROM "user_to_app_to_role" WHERE "${column}" = ?) RETURNING "id"`,
    id,
  )
  const ids = people.map((person) => Number(person.id))
  if (ids.length > 0) log.changed('user', ...ids)
}
