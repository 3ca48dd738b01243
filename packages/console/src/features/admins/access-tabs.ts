import { type AccessTab, accessTabs, allTabs, extraTabs } from '@millwright/contract/access/tabs'
import type { PersonDraft, PersonRecord } from '../people/person-draft.ts'
import { t } from './messages.ts'

/** What the form of an administrator holds. `tabs`: what they are to see; null as long as nobody changes it. */
export type AdminDraft = PersonDraft & { readonly tabs: readonly AccessTab[] | null }

/** What each tab is called. */
export function tabLabel(tab: AccessTab): string {
  const labels: Readonly<Record<AccessTab, string>> = {
    apps: t.apps,
    users: t.users,
    services: t.services,
    apidocs: t.apiDocs,
    'schema/data': t.schemaData,
    files: t.files,
    scripts: t.scripts,
    config: t.config,
    packages: t.packages,
    limits: t.limits,
    scheduler: t.scheduler,
    usage: t.usage,
    'data-history': t.dataHistory,
    webhooks: t.webhooks,
  }
  return labels[tab]
}

interface Editing {
  readonly user: { readonly id: number; readonly role_id?: unknown; readonly is_root_admin?: unknown } | null
  /** Null for a new administrator. */
  readonly record: PersonRecord | null
  readonly included: boolean
}

/** Whether somebody may say which tabs an administrator sees: nobody of themselves, and only who is not restricted. */
export function mayRestrict({ user, record, included }: Editing): boolean {
  if (user === null || typeof user.role_id === 'number') return false
  if (record !== null && record.id === user.id) return false
  return Boolean(user.is_root_admin) || !included
}

/** The role by which an administrator is restricted; null when there is none. */
export function restrictingRole(record: PersonRecord | null): number | null {
  const rows = record?.user_to_app_to_role_by_user_id
  const first: unknown = Array.isArray(rows) ? rows[0] : null
  if (typeof first !== 'object' || first === null || !('role_id' in first)) return null
  return typeof first.role_id === 'number' ? first.role_id : null
}

/** The tabs that an instance with these features can give: those that all have, and extras by the name of the feature. */
export function offeredTabs(hasFeature: (name: string) => boolean): readonly AccessTab[] {
  return [...accessTabs, ...extraTabs.filter(hasFeature)]
}

/** Whether the tabs restrict nobody: extras need not be among them. */
export function isEveryTab(tabs: readonly AccessTab[]): boolean {
  return accessTabs.every((tab) => tabs.includes(tab))
}

/** The known ones among the tabs that a role reaches; all when the instance does not say. */
export function reachedTabs(accessible: readonly string[] | undefined): readonly AccessTab[] {
  return accessible ? allTabs.filter((tab) => accessible.includes(tab)) : accessTabs
}

/** In the order of the wire, with one more or one less. */
export function withTab(tabs: readonly AccessTab[], tab: AccessTab, on: boolean): AccessTab[] {
  return allTabs.filter((each) => (each === tab ? on : tabs.includes(each)))
}

/**
 * What is sent of the tabs. Of an administrator who exists nothing, unless somebody changed them: what could not be read must
 * not be overwritten. Whoever has a role stays restricted when every tab is given back, until the instance lets go of it.
 */
export function tabsToSend({ tabs }: Pick<AdminDraft, 'tabs'>, record: PersonRecord | null) {
  if (tabs === null && record !== null) return {}
  const chosen = tabs ?? accessTabs
  return { access_by_tabs: [...chosen], is_restricted_admin: !isEveryTab(chosen) || restrictingRole(record) !== null }
}
