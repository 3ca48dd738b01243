import type { Selectable } from 'kysely'
import type { UserTable } from '../../../store/identity-tables.ts'
import type { Db } from '../../../store/store.ts'

export type Account = Selectable<UserTable>

/**
 * Whether the person has opened a mail at the current address. Administrators, whose accounts are entered by other administrators,
 * count as well.
 */
export function isConfirmed({ is_sys_admin, email, proven_email }: Readonly<Record<string, unknown>>): boolean {
  return is_sys_admin === 1 || (email !== null && proven_email === email)
}

/**
 * Finds the person with an email address or username, active or not. Runs one query on the unique index in every case. Matches
 * the name as typed, or in lower case.
 */
export async function findPerson(db: Db, attribute: 'email' | 'username', typed: string): Promise<Account | null> {
  const name = typed.trim()
  // HTTP Basic can transport NUL, which no name contains and PostgreSQL rejects.
  if (name.includes('\0')) return null
  const rows = await db.selectFrom('user').selectAll().where(attribute, 'in', [name, name.toLowerCase()]).execute()
  return rows.find((row) => row[attribute] === name) ?? rows[0] ?? null
}
