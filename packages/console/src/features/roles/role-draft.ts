import type { Role } from '@millwright/contract/records/role'
import { verbMask } from '@millwright/contract/verbs'
import { queryOptions } from '@tanstack/react-query'
import { type HasOne, oneOf } from '../../instance/has-one.ts'
import { send } from '../../instance/send.ts'
import {
  type AccessRow,
  accessRows,
  accessToSend,
  copiedAccess,
  newAccess,
} from '../../widgets/access/access-rules/access-rows.ts'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import type { PanelDeclaration } from '../../widgets/form/editor-frame/use-editor.ts'
import { type LookupRow, lookupRows, lookupsToSend, rowProblems } from '../../widgets/list/lookup-keys/lookup-rows.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { t } from './opened/messages.ts'

/** The form of a role. */
export type RoleDraft = {
  readonly name: string
  readonly description: string
  /** Distinguished name of the directory group that is mapped to the role. */
  readonly dn: string
  readonly is_active: boolean
  readonly access: readonly AccessRow[]
  readonly lookups: readonly LookupRow[]
}

interface DirectoryLink {
  readonly dn?: string | null
}

/** A role, as returned by any server. */
export type RoleRecord = Partial<Role> & {
  readonly role_adldap_by_role_id?: HasOne<DirectoryLink>
}

const roleLabels = {
  name: tabWords.name,
  description: tabWords.description,
  dn: t.dnDistinguishedName,
  is_active: tabWords.active,
  access: t.access,
  lookups: t.lookupKeys,
} as const satisfies { readonly [K in keyof RoleDraft]?: string }

/** Relations to load with a role. */
function roleParams(directory: boolean) {
  const relations = ['role_service_access_by_role_id', 'lookup_by_role_id']
  return { fields: '*', related: [...relations, ...(directory ? ['role_adldap_by_role_id'] : [])].join(',') }
}

/** Declares how roles are edited; `directory`: people sign in through a directory, whose groups are mapped to roles. */
export function roleEditing(directory: boolean): PanelDeclaration<RoleRecord, RoleDraft> {
  return {
    collection: 'system/role',
    params: roleParams(directory),
    hasOne: ['role_adldap_by_role_id'],
    labels: roleLabels,
    toDraft: draftOfRole,
    toCopy: draftOfRoleCopy,
    toCreate: (draft) => roleToSend(draft, null, directory),
    toUpdate: (draft, record) => roleToSend(draft, record, directory),
    check: checkRole,
  }
}

/** Returns the form of a role, or of a new one if there is no record. */
export function draftOfRole(record: RoleRecord | null): RoleDraft {
  return {
    name: record?.name ?? '',
    description: record?.description ?? '',
    dn: oneOf(record?.role_adldap_by_role_id)?.dn ?? '',
    is_active: record?.is_active === true,
    access: accessRows(record?.role_service_access_by_role_id),
    lookups: lookupRows(record?.lookup_by_role_id),
  }
}

/** Returns the form of a new role with read access to a service, or to one table of it; `null` if the address names no service. */
export function draftOfRoleFor(service: unknown, table?: unknown): RoleDraft | null {
  const id = Number(service)
  if (service === undefined || !Number.isSafeInteger(id) || id < 1) return null
  const allowed = { serviceId: id, verbMask: verbMask.GET }
  const draft = { ...draftOfRole(null), is_active: true }
  if (typeof table !== 'string' || table === '') return { ...draft, access: [newAccess(allowed)] }
  // One rule for the table as a whole and its single records.
  return { ...draft, access: [newAccess({ ...allowed, component: `_table/${table}/*` })] }
}

/** Returns the form of a copy, without the name, the directory group, and secrets, which cannot be read. */
export function draftOfRoleCopy(record: RoleRecord): RoleDraft {
  const draft = draftOfRole(record)
  return {
    ...draft,
    name: t.copy({ name: draft.name }),
    dn: '',
    access: copiedAccess(draft.access),
    lookups: draft.lookups
      .filter(({ isPrivate }) => !isPrivate)
      .map((row, index) => ({ ...row, key: `new-${index + 1}`, stored: null })),
  }
}

/** Returns the body of a create or update; unchanged rows are omitted and stay unchanged. */
export function roleToSend(draft: RoleDraft, record: RoleRecord | null, directory: boolean): Record<string, unknown> {
  const description = draft.description.trim()
  return {
    name: draft.name.trim(),
    description: description === '' ? (record?.description === '' ? '' : null) : description,
    is_active: draft.is_active,
    ...(directory && directoryLink(draft, record)),
    role_service_access_by_role_id: accessToSend(draft.access),
    lookup_by_role_id: lookupsToSend(draft.lookups, 'role_id'),
  }
}

/** Sends nothing if there never was a link. */
function directoryLink(draft: RoleDraft, record: RoleRecord | null) {
  const dn = draft.dn.trim()
  if (dn === '' && draftOfRole(record).dn === '') return {}
  const stored = oneOf(record?.role_adldap_by_role_id)
  return { role_adldap_by_role_id: { ...stored, dn, ...(record?.id !== undefined && { role_id: record.id }) } }
}

/** Validates the form before it is sent; returns `null` if there is no problem. */
export function checkRole(draft: RoleDraft): FormProblem | null {
  const fields: Record<string, string> = {}
  if (draft.name.trim() === '') fields.name = t.nameMissing
  if (rowProblems(draft.lookups, false).size > 0) fields.lookups = t.lookups
  return Object.keys(fields).length > 0 ? { fields, general: [] } : null
}

/** A group of a directory, as listed by a server. */
interface DirectoryGroup {
  readonly dn?: string
  readonly name?: string | null
  readonly description?: string | null
}

/** The groups of a directory; empty if it is unavailable or does not list them, as names can also be typed. */
export function directoryGroupsQuery(service: string) {
  return queryOptions({
    queryKey: ['directory-groups', service],
    queryFn: async ({ signal }): Promise<readonly DirectoryGroup[]> => {
      const { data } = await send<{ resource?: readonly DirectoryGroup[] }>({
        verb: 'GET',
        path: `${service}/group`,
        signal,
      })
      return data.resource ?? []
    },
    staleTime: 60_000,
  })
}

/** Maximum number of listed groups; others are found by typing. */
const most = 100

/**
 * Returns the groups that match a typed text by name or distinguished name, with a description. `from`: the directory; empty if it is
 * the only one.
 */
export function offeredGroups(
  groups: readonly (DirectoryGroup & { readonly from: string })[],
  typed: string,
): readonly { readonly dn: string; readonly text: string }[] {
  const wanted = typed.trim().toLowerCase()
  const found = new Map<string, string>()
  for (const { dn, name, description, from } of groups) {
    if (!dn || ![dn, name ?? ''].some((text) => text.toLowerCase().includes(wanted))) continue
    found.set(dn, [name || dn, description, from].filter(Boolean).join(' · '))
    if (found.size === most) break
  }
  return [...found].map(([dn, text]) => ({ dn, text }))
}
