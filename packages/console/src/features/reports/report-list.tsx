import type { ServiceReport } from '@millwright/contract/records/report'
import { exactWireTime } from '../../ui/dates.ts'
import { RelativeDate } from '../../ui/relative-date.tsx'
import { type ColumnOf, idOf, type ListDeclaration } from '../../widgets/records/list-declaration/declaration.ts'
import { listMessages } from './list-messages.ts'
import { t } from './messages.ts'

/** A service report of any server: some use other names for the time and the verb. */
export type ListedReport = Partial<ServiceReport> & {
  readonly time?: string
  readonly request_method?: string
  readonly [field: string]: unknown
}

/** Formats the date and time of an entry exactly. */
export function timeOf(report: ListedReport): string {
  return exactWireTime(saidTime(report))
}

const saidTime = ({ created_date: created, time }: ListedReport) => created ?? time ?? ''

/** Translations of actions that our instances report; others are shown unchanged. */
const actions: Readonly<Record<string, () => string>> = {
  'Service created': () => t.serviceCreated,
  'Service modified': () => t.serviceModified,
  'Service deleted': () => t.serviceDeleted,
}

export function actionOf({ action }: ListedReport): string {
  return (action && Object.hasOwn(actions, action) ? actions[action]?.() : null) ?? action ?? ''
}

const columns = (): readonly ColumnOf<'system/service_report', ListedReport>[] => [
  { field: 'id', label: 'ID', kind: 'number', width: 64 },
  {
    field: 'created_date',
    label: t.time,
    kind: 'date',
    width: 136,
    text: timeOf,
    render: (report) => <RelativeDate value={saidTime(report)} />,
    link: true,
  },
  { field: 'service_id', label: t.serviceId, kind: 'number', width: 96 },
  { field: 'service_name', label: t.serviceName, kind: 'text', width: 140, grow: true, narrow: true, mono: true },
  { field: 'user_email', label: t.userEmail, kind: 'text', width: 180, grow: true },
  { field: 'action', label: t.action, kind: 'text', width: 136, narrow: true, text: actionOf },
  {
    field: 'request_verb',
    label: t.request,
    kind: 'text',
    width: 88,
    mono: true,
    text: ({ request_verb: verb, request_method: method }) => verb ?? method ?? '',
  },
]

/** The service reports. */
export const reportList = (): ListDeclaration<ListedReport> => ({
  collection: 'service_report',
  path: '/reports',
  one: t.oneReport,
  many: t.manyReports,
  nameOf: (report) => t.reportNumber({ id: String(idOf(report)) }),
  columns: columns(),
  searchFields: ['service_name', 'user_email', 'action', 'request_verb'],
  searchNumbers: ['id', 'service_id'],
  messages: listMessages({ loadFailed: t.listLoadFailed, empty: t.empty, purpose: t.purpose, noMatch: t.noMatch }),
  readOnly: true,
  sort: { field: 'id', down: true },
  returnHomeOn: 'any-refusal',
  refusalTone: 'warning',
  importExport: true,
})
