import type { ListedService } from '@millwright/contract/wire/services'
import type { FieldSchema, TableSchema } from '@millwright/contract/wire/table-schema'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { notify } from '../../notifications/notify.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DetailHeader } from '../../widgets/explorer/split/detail-header.tsx'
import { DetailWaiting } from '../../widgets/explorer/split/split-parts.tsx'
import { EditorFrame } from '../../widgets/form/editor-frame/editor-frame.tsx'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { CollectionView } from './collection-view.tsx'
import { atRiskInField } from './data-at-risk.ts'
import { fieldLabels, fromFieldForm, toFieldForm } from './field-draft.ts'
import { FieldEditor, fieldNotice } from './field-editor.tsx'
import { checkField, type FieldForm } from './field-form.ts'
import { schemaMessages } from './messages.ts'
import { RelationPanel } from './relation-panel.tsx'
import { fieldRenames } from './renames.ts'
import { saveField } from './schema-calls.ts'
import { type OpenPart, schemaAddress } from './schema-place.ts'
import { readFieldNow, schemaTableQuery } from './schema-queries.ts'
import { StatementPanel } from './statement-panel.tsx'
import { TableEditor } from './table-editor.tsx'
import { useSchemaForm } from './use-schema-form.ts'

interface TableViewProps {
  service: ListedService
  services: readonly ListedService[]
  table: string
  /** The field or relation open over it. */
  open: OpenPart | null
  onClose: () => void
}

/** A loaded table and its open part. */
export function TableView({ service, services, table, open, onClose }: TableViewProps) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(schemaTableQuery(service.name, table))
  const back = () => void navigate({ to: schemaAddress.table(service.name, table) })

  if (!data) {
    const gone = error instanceof InstanceError && error.status === 404
    return (
      <>
        <DetailHeader title={tabWords.table} many={schemaMessages.manyTables} onBack={onClose} />
        <DetailWaiting busy={!error}>
          {error ? (
            <Banner
              tone={gone ? 'warning' : 'danger'}
              title={gone ? schemaMessages.tableUnknown({ table }) : schemaMessages.tableFailed}
              actions={
                <Button size="small" onClick={() => (gone ? onClose() : void refetch())}>
                  {gone ? schemaMessages.allTables : commonWords.tryAgain}
                </Button>
              }
            >
              {gone ? schemaMessages.maybeDeleted : messageOf(error)}
            </Banner>
          ) : (
            <Skeleton lines={8} />
          )}
        </DetailWaiting>
      </>
    )
  }
  if (data.field.some(({ nested }) => nested !== undefined))
    return <CollectionView service={service} stored={data} onClose={onClose} />
  return (
    <>
      <TableEditor service={service} stored={data} behind={open !== null} onClose={onClose} />
      {open?.kind === 'field' ? (
        <FieldPanel key={open.name} service={service} table={data} name={open.name} onClose={back} />
      ) : null}
      {open?.kind === 'relation' ? (
        <RelationPanel
          key={open.name}
          service={service}
          services={services}
          table={data}
          name={open.name}
          onClose={back}
        />
      ) : null}
    </>
  )
}

interface FieldPanelProps {
  service: ListedService
  table: TableSchema
  /** `null` for a new one. */
  name: string | null
  onClose: () => void
}

/** A field of a stored table; saving it changes the table at once. */
function FieldPanel({ service, table, name, onClose }: FieldPanelProps) {
  const stored = name === null ? null : (table.field.find((field) => field.name === name) ?? undefined)
  return (
    <EditorFrame
      title={name === null ? schemaMessages.addField : schemaMessages.edit({ name })}
      subtitle={schemaMessages.ofTable({ name: table.name })}
      onClose={onClose}
    >
      {stored === undefined ? (
        <DetailWaiting busy={false}>
          <Banner tone="warning" title={schemaMessages.fieldUnknown({ name: name ?? '' })}>
            {schemaMessages.maybeDeleted}
          </Banner>
        </DetailWaiting>
      ) : (
        <StoredField service={service} table={table} stored={stored} onClose={onClose} />
      )}
    </EditorFrame>
  )
}

interface StoredFieldProps extends Pick<FieldPanelProps, 'service' | 'table' | 'onClose'> {
  stored: FieldSchema | null
}

function StoredField({ service, table, stored, onClose }: StoredFieldProps) {
  const names = table.field.map((field) => field.name)
  const calls = (draft: FieldForm, now: FieldSchema | null) =>
    saveField(service.name, table.name, fromFieldForm(draft, now), now === null)
  const form = useSchemaForm<FieldSchema, FieldForm>({
    service: service.name,
    declaration: {
      labels: fieldLabels,
      toDraft: toFieldForm,
      check: (draft, isNew) => checkField(draft, isNew, names),
      notice: fieldNotice,
    },
    loaded: stored && { record: stored, etag: null },
    calls,
    atRisk: (draft, now) => atRiskInField(now, fromFieldForm(draft, now)),
    renames: (draft, now) => fieldRenames(service.name, table.name, now, fromFieldForm(draft, now)),
    read: (draft) => readFieldNow(service.name, table.name, draft.name.trim()),
    onFailed: () =>
      notify({ type: 'error', title: schemaMessages.module, text: schemaMessages.fieldFailed, tag: 'field' }),
    onSaved: () => {
      notify({ type: 'success', title: schemaMessages.module, text: schemaMessages.fieldSaved, tag: 'field' })
    },
    onDone: onClose,
  })
  const ready = form.unsaved.length > 0 && checkField(form.draft, form.isNew, names) === null
  return (
    <FieldEditor
      service={service.name}
      table={table.name}
      ownFields={table.field}
      form={form}
      nameOpen={form.isNew}
      keyOpen={false}
      saveLabel={tabWords.save}
      onClose={onClose}
      preview={<StatementPanel calls={ready ? calls(form.draft, form.record) : []} />}
    />
  )
}
