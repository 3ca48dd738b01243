import { serverMessages } from '../../instance/server-sentences.ts'
import { shippedText } from '../../instance/shipped-names.ts'
import { Text } from '../../ui/text.tsx'
import type { ColumnOf, ListDeclaration } from '../../widgets/records/list-declaration/declaration.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { t } from './messages.ts'

type ListedService = { readonly [field: string]: unknown }
type ServiceColumn = ColumnOf<'system/service', ListedService, 'health'>

/** The display name of a service: its label, or its name without one. */
export function shownServiceName({ label, name, id }: ListedService): string {
  if (typeof label === 'string' && label !== '') return String(shippedText(String(name), label))
  return typeof name === 'string' && name !== '' ? name : t.serviceNumber({ id: String(id) })
}

/** The declaration of the services list. `health`: the instance reports the last result of each service. */
export function servicesList(health: boolean): ListDeclaration<ListedService> {
  return {
    collection: 'service',
    path: '/services',
    one: t.one,
    many: t.many,
    nameOf: shownServiceName,
    columns: columns(health),
    searchFields: ['name', 'label', 'description', 'type'],
    messages: {
      module: t.module,
      loadFailed: t.loadFailed,
      noAccess: t.noAccess,
      empty: t.empty,
      purpose: t.purpose,
      noMatch: t.noMatch,
      deleteOne: t.deleteOne,
      deleteMany: t.deleteMany,
      deletedOne: t.deletedOne,
      deletedMany: t.deletedMany,
      imported: t.imported,
    },
    bulkFields: [{ field: 'is_active', label: tabWords.active, kind: 'boolean' }],
    create: { label: commonWords.create, first: t.createFirst },
    importExport: true,
    exportRelated: ['service_doc_by_service_id'],
    inUse: t.inUse,
    keeps: ({ deletable }) => (deletable === false ? t.kept : null),
    canDuplicate: true,
    ...(health && { related: ['health'] }),
  }
}

function columns(health: boolean): readonly ServiceColumn[] {
  return [
    { field: 'id', label: 'ID', kind: 'number', width: 64 },
    { field: 'name', label: tabWords.name, kind: 'text', width: 160, narrow: true, link: true, mono: true },
    { field: 'label', label: t.label, kind: 'text', width: 160, text: shippedIn('label') },
    {
      field: 'description',
      label: tabWords.description,
      kind: 'text',
      width: 170,
      grow: true,
      text: shippedIn('description'),
    },
    { field: 'type', label: t.type, kind: 'text', width: 120, mono: true },
    { field: 'is_active', label: tabWords.active, kind: 'boolean', width: 72, narrow: true },
    ...(health ? [healthColumn()] : []),
    { field: 'created_date', label: t.createdDate, kind: 'date', width: 130, hidden: true },
    { field: 'last_modified_date', label: tabWords.modified, kind: 'date', width: 130, hidden: true },
  ]
}

/** The text of a field, in the page's language if it came with the instance. */
function shippedIn(field: 'label' | 'description') {
  return (service: ListedService): string => String(shippedText(String(service.name), service[field]) ?? '')
}

function healthColumn(): ServiceColumn {
  return {
    field: 'health',
    label: t.health,
    kind: 'text',
    width: 150,
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

/** Empty for a service that was not called yet. */
function healthWords({ health }: ListedService): string {
  const [last]: readonly unknown[] = Array.isArray(health) ? health : []
  if (typeof last !== 'object' || last === null || !('healthy' in last)) return ''
  if (last.healthy === true) return healthy
  return 'reason' in last && typeof last.reason === 'string'
    ? t.failingReason({ reason: serverMessages.say(last.reason) })
    : t.failing
}
