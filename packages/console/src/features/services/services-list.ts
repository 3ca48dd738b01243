import type { Column, ListDeclaration } from '../../widgets/record-list/declaration.ts'
import { serviceMessages } from './messages.ts'

type ListedService = { readonly [field: string]: unknown }

const columns: readonly Column<ListedService>[] = [
  { field: 'id', label: 'ID', kind: 'number', width: 72 },
  { field: 'name', label: 'Name', kind: 'text', width: 170, narrow: true, link: true, mono: true },
  { field: 'label', label: 'Label', kind: 'text', width: 180 },
  { field: 'description', label: 'Description', kind: 'text', width: 270, grow: true },
  { field: 'type', label: 'Type', kind: 'text', width: 140, mono: true },
  { field: 'is_active', label: 'Active', kind: 'boolean', width: 72, narrow: true },
  { field: 'created_date', label: 'Created', kind: 'date', width: 130, hidden: true },
  { field: 'last_modified_date', label: 'Modified', kind: 'date', width: 130, hidden: true },
]

/** What a service is called: its label, and its name where it has none. */
export function serviceName({ label, name, id }: ListedService): string {
  if (typeof label === 'string' && label !== '') return label
  return typeof name === 'string' && name !== '' ? name : `service ${id}`
}

/** What the Services tab says about its list. */
export const servicesList: ListDeclaration<ListedService> = {
  collection: 'service',
  path: '/services',
  one: 'service',
  many: 'services',
  nameOf: serviceName,
  columns,
  searchFields: ['name', 'label', 'description', 'type'],
  messages: serviceMessages,
  bulkFields: [{ field: 'is_active', label: 'Active', kind: 'boolean' }],
  create: { label: 'Create', first: serviceMessages.createFirst },
  importExport: true,
  exportRelated: ['service_doc_by_service_id'],
  inUse: serviceMessages.inUse,
  keeps: ({ deletable }) => (deletable === false ? serviceMessages.kept : null),
  canDuplicate: true,
}
