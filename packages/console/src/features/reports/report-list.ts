import type { ServiceReport } from '@millwright/contract/records/report'
import { type ColumnOf, idOf, type ListDeclaration } from '../../widgets/record-list/declaration.ts'
import { reportListMessages } from './messages.ts'

/** As other servers have them: the time and the verb by further names too. */
export type ListedReport = Partial<ServiceReport> & {
  readonly time?: string
  readonly request_method?: string
  readonly [field: string]: unknown
}

export function timeOf({ created_date: created, time }: ListedReport): string {
  const date = created ?? time ?? ''
  return date === '' ? '' : `${date.replace('T', ' ').replace(/(?:\.\d+)?Z?$/, '')} UTC`
}

const columns: readonly ColumnOf<'system/service_report', ListedReport>[] = [
  { field: 'id', label: 'ID', kind: 'number', width: 64 },
  {
    field: 'created_date',
    label: 'Time',
    kind: 'date',
    width: 212,
    text: timeOf,
    render: timeOf,
    link: true,
    narrow: true,
  },
  { field: 'service_id', label: 'Service Id', kind: 'number', width: 96 },
  { field: 'service_name', label: 'Service Name', kind: 'text', width: 140, grow: true, narrow: true, mono: true },
  { field: 'user_email', label: 'User Email', kind: 'text', width: 180, grow: true },
  { field: 'action', label: 'Action', kind: 'text', width: 136, narrow: true },
  {
    field: 'request_verb',
    label: 'Request',
    kind: 'text',
    width: 88,
    mono: true,
    text: ({ request_verb: verb, request_method: method }) => verb ?? method ?? '',
  },
]

/** What was done to services. */
export const reportList: ListDeclaration<ListedReport> = {
  collection: 'service_report',
  path: '/reports',
  one: 'report',
  many: 'reports',
  nameOf: (report) => `report ${idOf(report)}`,
  columns,
  searchFields: ['service_name', 'user_email', 'action', 'request_verb'],
  searchNumbers: ['id', 'service_id'],
  messages: reportListMessages,
  readOnly: true,
  sort: { field: 'id', down: true },
  leavesOn: 'any-refusal',
  refusalTone: 'warning',
  importExport: true,
}
