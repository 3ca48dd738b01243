import type { FieldSchema, TableSchema } from '@millwright/contract/wire/table-schema'
import type { ListedService } from '../../instance/service-list.ts'
import { notify } from '../../notifications/notify.ts'
import { Banner } from '../../ui/banner.tsx'
import { EditorFrame } from '../../widgets/editor-frame/editor-frame.tsx'
import { DetailWaiting } from '../../widgets/split/split-parts.tsx'
import { checkField } from './check-field.ts'
import { atRiskInField } from './data-at-risk.ts'
import { fieldLabels, fromFieldForm, toFieldForm } from './field-draft.ts'
import { FieldEditor, fieldNotice } from './field-editor.tsx'
import type { FieldForm } from './field-form.ts'
import { schemaMessages } from './messages.ts'
import { saveField } from './schema-calls.ts'
import { readFieldNow } from './schema-queries.ts'
import { StatementPanel } from './statement-panel.tsx'
import { useSchemaForm } from './use-schema-form.ts'

interface FieldPanelProps {
  service: ListedService
  table: TableSchema
  /** Null: a new one. */
  name: string | null
  onClose: () => void
}

/** A field of a stored table; saving it changes the table at once. */
export function FieldPanel({ service, table, name, onClose }: FieldPanelProps) {
  const stored = name === null ? null : (table.field.find((field) => field.name === name) ?? undefined)
  return (
    <EditorFrame
      title={name === null ? 'Add Field' : `Edit ${name}`}
      subtitle={`of table ${table.name}`}
      onClose={onClose}
    >
      {stored === undefined ? (
        <DetailWaiting busy={false}>
          <Banner tone="warning" title={`There is no field ${name}.`}>
            It may have been deleted.
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
    read: (draft) => readFieldNow(service.name, table.name, draft.name.trim()),
    onFailed: () =>
      notify({ type: 'error', title: schemaMessages.module, text: schemaMessages.fieldFailed, tag: 'field' }),
    onSaved: () => {
      notify({ type: 'success', title: schemaMessages.module, text: schemaMessages.fieldSaved, tag: 'field' })
      onClose()
    },
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
      saveLabel="Save"
      onClose={onClose}
      footer={<StatementPanel calls={ready ? calls(form.draft, form.record) : []} />}
    />
  )
}
