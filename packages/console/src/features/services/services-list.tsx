import { Text } from '../../ui/text.tsx'
import type { ColumnOf, ListDeclaration } from '../../widgets/record-list/declaration.ts'
import { serviceMessages } from './messages.ts'

type ListedService = { readonly [field: string]: unknown }

const columns: readonly ColumnOf<'system/service', ListedService>[] = [
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

/** The same where the instance tells what came of the last call of each. */
export const servicesWithHealth: ListDeclaration<ListedService> = {
  ...servicesList,
  related: ['health'],
  columns: columns.flatMap((column) => (column.field === 'created_date' ? [healthColumn(), column] : [column])),
}

function healthColumn(): ColumnOf<'system/service', ListedService, 'health'> {
  return {
    field: 'health',
    label: 'Health',
    kind: 'text',
    width: 160,
    sortable: false,
    filterable: false,
    text: healthWords,
    render: (service) => {
      const words = healthWords(service)
      if (words === '') return null
      return (
        <Text as="span" tone={words === healthy ? 'success' : 'danger'}>
          {words}
        </Text>
      )
    },
  }
}

const healthy = 'OK'

/** Nothing of one that was not called yet. */
function healthWords({ health }: ListedService): string {
  const [last]: readonly unknown[] = Array.isArray(health) ? health : []
  if (typeof last !== 'object' || last === null || !('healthy' in last)) return ''
  if (last.healthy === true) return healthy
  return 'reason' in last && typeof last.reason === 'string' ? `Failing: ${last.reason}` : 'Failing'
}
