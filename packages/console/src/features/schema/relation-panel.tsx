import type { ListedService } from '@millwright/contract/wire/services'
import type { RelationSchema, TableSchema } from '@millwright/contract/wire/table-schema'
import { notify } from '../../notifications/notify.ts'
import { Banner } from '../../ui/banner.tsx'
import { DetailWaiting } from '../../widgets/explorer/split/split-parts.tsx'
import { EditorFrame } from '../../widgets/form/editor-frame/editor-frame.tsx'
import { RecordForm } from '../../widgets/form/editor-frame/record-form.tsx'
import { schemaMessages } from './messages.ts'
import { checkRelation, fromRelationForm, type RelationForm, relationLabels, toRelationForm } from './relation-draft.ts'
import { RelationFields } from './relation-fields.tsx'
import { dropRelation, runCalls, saveRelation } from './schema-calls.ts'
import { readTableNow } from './schema-queries.ts'
import { StatementPanel } from './statement-panel.tsx'
import { useSchemaForm } from './use-schema-form.ts'

interface RelationPanelProps {
  service: ListedService
  services: readonly ListedService[]
  table: TableSchema
  /** `null` for a new one. */
  name: string | null
  onClose: () => void
}

/** A relation of a stored table; saving it changes the table at once. */
export function RelationPanel(props: RelationPanelProps) {
  const { table, name, onClose } = props
  const stored = name === null ? null : (table.related.find((relation) => relation.name === name) ?? undefined)
  return (
    <EditorFrame
      title={name === null ? schemaMessages.addVirtualRelationship : schemaMessages.edit({ name })}
      subtitle={schemaMessages.ofTable({ name: table.name })}
      onClose={onClose}
    >
      {stored === undefined ? (
        <DetailWaiting busy={false}>
          <Banner tone="warning" title={schemaMessages.relationshipUnknown({ name: name ?? '' })}>
            {schemaMessages.maybeDeleted}
          </Banner>
        </DetailWaiting>
      ) : (
        <StoredRelation {...props} stored={stored} />
      )}
    </EditorFrame>
  )
}

function StoredRelation({
  service,
  services,
  table,
  stored,
  onClose,
}: RelationPanelProps & { stored: RelationSchema | null }) {
  const calls = (draft: RelationForm, now: RelationSchema | null) =>
    saveRelation(service.name, table.name, fromRelationForm(draft, now), now === null)
  const form = useSchemaForm<RelationSchema, RelationForm>({
    service: service.name,
    declaration: {
      labels: relationLabels,
      toDraft: toRelationForm,
      check: checkRelation,
      notice: () => ({ title: schemaMessages.module, text: schemaMessages.relationBlank }),
    },
    loaded: stored && { record: stored, etag: null },
    calls,
    atRisk: () => [],
    settle: (draft, now) => settleRelation(service, table.name, fromRelationForm(draft, now), now),
    read: async (draft, now) => {
      const { related } = await readTableNow(service.name, table.name)
      return related.find(({ name }) => name === now?.name) ?? fromRelationForm(draft, now)
    },
    onSaved: (saved) => {
      const text = saved.is_virtual === false ? schemaMessages.relationSaved : schemaMessages.virtualRelationSaved
      notify({ type: 'success', title: schemaMessages.module, text, tag: 'relation' })
    },
    onDone: onClose,
  })
  const ready = form.unsaved.length > 0 && checkRelation(form.draft) === null
  return (
    <RecordForm
      editor={form}
      declaration={{ labels: relationLabels, toDraft: toRelationForm }}
      one={schemaMessages.oneRelationship}
      onClose={onClose}
      preview={<StatementPanel calls={ready ? calls(form.draft, form.record) : []} />}
      sections={[
        {
          id: 'relation',
          label: schemaMessages.relationshipLabel,
          fields: Object.keys(relationLabels),
          content: <RelationFields service={service} services={services} table={table} form={form} />,
        },
      ]}
    />
  )
}

const structure = [
  'type',
  'field',
  'ref_service_id',
  'ref_table',
  'ref_field',
  'junction_service_id',
  'junction_table',
  'junction_field',
  'junction_ref_field',
] as const

/**
 * Some servers identify a virtual relation by what it joins, so that a changed one is added beside the old one or hidden by it. Checks
 * whether the old one still exists and deletes it.
 */
async function settleRelation(
  service: ListedService,
  table: string,
  wanted: RelationSchema,
  before: RelationSchema | null,
): Promise<void> {
  if (!before?.is_virtual || joinsTheSame(before, wanted, service.id)) return
  const there = async (relation: RelationSchema) =>
    (await readTableNow(service.name, table)).related.find((one) => joinsTheSame(one, relation, service.id))
  const old = await there(before)
  if (!old) return
  await runCalls(dropRelation(service.name, table, old.name))
  if (!(await there(wanted))) await runCalls(saveRelation(service.name, table, { ...wanted, name: '' }, true))
}

/** A `null` service is the service of the table. */
function joinsTheSame(one: RelationSchema, other: RelationSchema, own: number): boolean {
  return structure.every((member) => {
    const a = one[member]
    const b = other[member]
    return member.endsWith('service_id') ? (a ?? own) === (b ?? own) : (a ?? '') === (b ?? '')
  })
}
