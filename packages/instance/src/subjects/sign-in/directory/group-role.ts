import type { ArrivalRules } from '../../../gateway/ports/sign-in.ts'
import type { Store } from '../../../store/store.ts'
import { comparable } from './memberships.ts'

/** Which roles go with groups, and which of them with the nearest of these groups; of several with one group, the oldest. */
export async function rolesOfGroups(
  { db }: Pick<Store, 'db'>,
  groups: readonly string[],
): Promise<Pick<ArrivalRules, 'groupRole' | 'groupRoles'>> {
  const links = await db
    .selectFrom('role_adldap')
    .select(['role_id', 'dn'])
    .where('dn', 'is not', null)
    .orderBy('role_id', 'desc')
    .execute()
  const roles = new Map(links.map(({ role_id, dn }) => [comparable(dn ?? ''), Number(role_id)]))
  const groupRole = groups.map((group) => roles.get(comparable(group))).find((role) => role !== undefined) ?? null
  return { groupRole, groupRoles: new Set(roles.values()) }
}
