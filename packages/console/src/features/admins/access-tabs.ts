import { type AccessTab, accessTabs } from '@millwright/contract/access/tabs'
import { isEveryTab } from '../../widgets/access/tab-choice/tabs.ts'
import type { PersonDraft, PersonRecord } from '../people/person-draft.ts'

/** The form of an administrator. `tabs`: the tabs that they see; `null` until changed. */
export type AdminDraft = PersonDraft & { readonly tabs: readonly AccessTab[] | null }

interface Editing {
  readonly user: { readonly id: number; readonly role_id?: unknown; readonly is_root_admin?: unknown } | null
  /** `null` for a new administrator. */
  readonly record: PersonRecord | null
  readonly included: boolean
}

/** Whether the user may choose the tabs of an administrator: only unrestricted administrators, and not for themselves. */
export function mayRestrict({ user, record, included }: Editing): boolean {
  if (user === null || typeof user.role_id === 'number') return false
  if (record !== null && record.id === user.id) return false
  return Boolean(user.is_root_admin) || !included
}

/** Returns the role that restricts an administrator; `null` if there is none. */
export function restrictingRole(record: PersonRecord | null): number | null {
  const rows = record?.user_to_app_to_role_by_user_id
  const first: unknown = Array.isArray(rows) ? rows[0] : null
  if (typeof first !== 'object' || first === null || !('role_id' in first)) return null
  return typeof first.role_id === 'number' ? first.role_id : null
}

/**
 * Returns the tabs to send. For an existing administrator nothing unless they were changed, so that data that could not be read is not
 * overwritten. An administrator with a role stays restricted even with every tab, until the instance removes the role.
 */
export function tabsToSend({ tabs }: Pick<AdminDraft, 'tabs'>, record: PersonRecord | null) {
  if (tabs === null && record !== null) return {}
  const chosen = tabs ?? accessTabs
  return { access_by_tabs: [...chosen], is_restricted_admin: !isEveryTab(chosen) || restrictingRole(record) !== null }
}
