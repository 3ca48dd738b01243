import type { Selectable } from 'kysely'
import type { Db } from '../../store/store.ts'
import type { UserTable } from '../../store/tables.ts'

export type Account = Selectable<UserTable>

/**
 * The person who goes by an e-mail address or username, active or not. One query on the unique index, whether somebody is
 * found or not: as it was typed, or in lower case for those who typed it in capitals.
 */
export async function findPerson(db: Db, attribute: 'email' | 'username', typed: string): Promise<Account | null> {
  const name = typed.trim()
  // HTTP Basic can carry what no account is named, and what PostgreSQL cannot even be asked for.
  if (name.includes('\0')) return null
  const rows = await db.selectFrom('user').selectAll().where(attribute, 'in', [name, name.toLowerCase()]).execute()
  return rows.find((row) => row[attribute] === name) ?? rows[0] ?? null
}
