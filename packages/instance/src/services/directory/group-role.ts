import type { Store } from '../../store/store.ts'
import { comparable } from './memberships.ts'

/** The id of the role that goes with the nearest of these groups, and of several with one the oldest; null: none has any. */
export async function groupRole({ db }: Pick<Store, 'db'>, groups: readonly string[]): Promise<number | null> {
  if (groups.length === 0) return null
  const links = await db.selectFrom('role_adldap').select(['role_id', 'dn']).orderBy('role_id').execute()
  const roles = new Map(links.toReversed().map(({ role_id, dn }) => [comparable(dn ?? ''), Number(role_id)]))
  return groups.map((group) => roles.get(comparable(group))).find((role) => role !== undefined) ?? null
}
