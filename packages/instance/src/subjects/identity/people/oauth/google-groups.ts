import { isRecord } from '@millwright/contract/wire/is-record'
import type { LinkingRules } from '../../../../gateway/ports/sign-in.ts'
import { type Claims, type GroupPage, mailOf, textOf } from './provider.ts'

/** The scope for reading a person's groups. */
export const googleGroupsScope = 'https://www.googleapis.com/auth/cloud-identity.groups.readonly'

const most = 1000

/** The direct groups of a person in an organization, or `null` for people without one. */
export function googleGroups({ email, email_verified, hd }: Claims): GroupPage | null {
  const address = mailOf(email)
  // The query is an expression, in which a quote could end the address.
  if (address === null || email_verified !== true || textOf(hd) === null || /['"\\]/.test(address)) return null
  const page = new URL('https://cloudidentity.googleapis.com/v1/groups/-/memberships:searchDirectGroups')
  const label = "'cloudidentity.googleapis.com/groups.discussion_forum' in labels"
  page.searchParams.set('query', `member_key_id == '${address}' && ${label}`)
  page.searchParams.set('pageSize', String(most))
  return { address: page, namesIn }
}

function namesIn(page: unknown): readonly string[] {
  const memberships = isRecord(page) && Array.isArray(page.memberships) ? page.memberships.filter(isRecord) : []
  return memberships.flatMap(({ groupKey }) => (isRecord(groupKey) ? (textOf(groupKey.id) ?? []) : []))
}

/** The role that `group_role_map` assigns to members of these groups: that of the first row that names one of them. */
export function rolesOfNames(
  config: Readonly<Record<string, unknown>>,
  groups: readonly string[],
): Pick<LinkingRules, 'groupRole' | 'groupRoles'> {
  const rows = Array.isArray(config.group_role_map) ? config.group_role_map.filter(isRecord) : []
  const names = new Set(groups.map((name) => name.toLowerCase()))
  const known = rows.flatMap(({ role_id, group_email }) => {
    const [role, name] = [Number(role_id), textOf(group_email)?.trim().toLowerCase()]
    return Number.isInteger(role) && role > 0 && name ? [{ role, name }] : []
  })
  return {
    groupRole: known.find(({ name }) => names.has(name))?.role ?? null,
    groupRoles: new Set(known.map(({ role }) => role)),
  }
}
