import type { AuditEntry } from '@millwright/contract/records/report'
import { Badge } from '../../ui/badge.tsx'
import type { FieldChange } from '../../widgets/history/change-table/change-table.tsx'
import type { ColumnOf, ListDeclaration } from '../../widgets/records/list-declaration/declaration.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { listMessages } from './list-messages.ts'
import { t } from './messages.ts'

const tones = { created: 'success', modified: 'neutral', deleted: 'danger' } as const

export function ActionBadge({ action }: { action: string }) {
  return <Badge tone={tones[action as keyof typeof tones] ?? 'neutral'}>{actionWord(action)}</Badge>
}

const columns = (): readonly ColumnOf<'system/audit', ListedEntry>[] => [
  { field: 'created_date', label: t.time, kind: 'date', width: 136 },
  { field: 'user_email', label: t.userEmail, kind: 'text', width: 170 },
  {
    field: 'action',
    label: t.action,
    kind: 'text',
    width: 100,
    narrow: true,
    render: ({ action }) => <ActionBadge action={action} />,
  },
  { field: 'resource', label: t.resource, kind: 'text', width: 126, text: ({ resource }) => resourceLabel(resource) },
  {
    field: 'record_name',
    label: t.record,
    kind: 'text',
    width: 130,
    grow: true,
    narrow: true,
    link: true,
    text: ({ record_name: name, record_id: id }) => name || `#${id}`,
  },
  { field: 'changed', label: t.changed, kind: 'text', width: 160, grow: true },
  { field: 'address', label: t.address, kind: 'text', width: 116, mono: true },
  { field: 'app_name', label: tabWords.app, kind: 'text', width: 110, hidden: true },
  { field: 'record_id', label: t.recordId, kind: 'text', width: 100, hidden: true },
  {
    field: 'owner_resource',
    label: t.partOfRecord,
    kind: 'text',
    width: 140,
    hidden: true,
    text: (e) => ownerOf(e) ?? '',
  },
  { field: 'owner_id', label: t.partOfId, kind: 'text', width: 100, hidden: true },
  { field: 'request_verb', label: t.request, kind: 'text', width: 92, hidden: true, mono: true },
  { field: 'id', label: 'ID', kind: 'number', width: 72, hidden: true },
]

/** The audit log, on servers that support it. */
export const auditList = (): ListDeclaration<ListedEntry> => ({
  collection: 'audit',
  path: '/reports/audit',
  one: t.one,
  many: t.many,
  nameOf: recordOf,
  columns: columns(),
  searchFields: ['record_name', 'resource', 'user_email', 'changed', 'address'],
  messages: listMessages({
    loadFailed: t.listLoadFailed,
    empty: t.noChanges,
    purpose: t.auditPurpose,
    noMatch: t.noChangeMatches,
  }),
  readOnly: true,
  sort: { field: 'id', down: true },
  returnHomeOn: 'any-refusal',
  refusalTone: 'warning',
  importExport: true,
})

type ListedEntry = AuditEntry & { readonly [field: string]: unknown }

const things: Readonly<Record<string, string>> = {
  access_request: t.accessRequest,
  admin: t.administrator,
  app: tabWords.app,
  cors: t.corsEntry,
  custom: t.customSetting,
  data_view: t.savedView,
  email_template: t.emailTemplate,
  event_script: t.eventScript,
  limit: t.limit,
  lookup: t.lookupKey,
  role: tabWords.role,
  role_service_access: t.accessRule,
  scheduler: t.scheduledTask,
  schema_contract: t.schemaContract,
  service: tabWords.service,
  service_doc: t.apiDescription,
  two_step: t.twoStep,
  user: tabWords.user,
  user_to_app_to_role: t.appRole,
  webhook: t.webhook,
}

/** Returns the display name of a resource such as `service_doc`. */
function resourceLabel(resource: string): string {
  return things[resource] ?? resource.replaceAll('_', ' ')
}

/** `Role Editors`, `Lookup key 12`. */
export function recordOf({ resource, record_id: id, record_name: name }: AuditEntry): string {
  return `${resourceLabel(resource)} ${name || id}`
}

export function ownerOf({ owner_resource: resource, owner_id: id }: AuditEntry): string | null {
  return resource === null || id === null ? null : `${resourceLabel(resource)} ${id}`
}

export function whoOf({ user_email: who }: AuditEntry): string {
  return who ?? t.anonymous
}

/** Returns the changes by field; changed properties of an object are listed separately. */
export function auditedChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): readonly FieldChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names].flatMap((name): FieldChange[] => {
    const was = before?.[name] ?? null
    const is = after?.[name] ?? null
    if (!isObject(was ?? is) || !isObject(is ?? was)) return [{ path: name, before: was, after: is }]
    const members = new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])
    return [...members].map((member) => ({
      path: `${name}.${member}`,
      before: memberOf(was, member),
      after: memberOf(is, member),
    }))
  })
}

function memberOf(value: unknown, member: string): unknown {
  return isObject(value) ? (value[member] ?? null) : null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Translates an action such as `created`; unknown ones are returned unchanged. */
export function actionWord(action: string): string {
  const words: Readonly<Record<string, string>> = { created: t.created, modified: t.modified, deleted: t.deleted }
  return words[action] ?? action
}
