import { Badge } from '../../ui/badge.tsx'
import type { ColumnOf, ListDeclaration } from '../../widgets/records/list-declaration/declaration.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { actionWord, type ListedEntry, ownerOf, recordOf, resourceLabel } from './audit-words.ts'
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
