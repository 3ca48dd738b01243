import type { FieldSchema } from '@millwright/contract/wire/table-schema'
import { confirm } from '../../confirm/confirm.ts'
import type { ListedService } from '../../instance/service-list.ts'
import { EditorFrame } from '../../widgets/editor-frame/editor-frame.tsx'
import { useForm } from '../../widgets/editor-frame/use-form.ts'
import { leaveQuestion } from '../../widgets/editor-frame/use-leave-guard.ts'
import { checkField } from './check-field.ts'
import { fieldLabels, fromFieldForm, toFieldForm } from './field-draft.ts'
import { FieldEditor, fieldNotice } from './field-editor.tsx'
import type { FieldForm } from './field-form.ts'

interface LocalFieldPanelProps {
  service: ListedService
  table: string
  /** All fields of the table. */
  fields: readonly FieldSchema[]
  /** Null: a new one. */
  name: string | null
  onKeep: (field: FieldSchema) => void
  onClose: () => void
}

/** A field of a table that is not there yet: what is kept goes into its form. */
export function LocalFieldPanel({ service, table, fields, name, onKeep, onClose }: LocalFieldPanelProps) {
  const stored = fields.find((field) => field.name === name) ?? null
  const others = fields.filter((field) => field.name !== name).map((field) => field.name)
  const form = useForm<FieldSchema, FieldForm>({
    declaration: {
      labels: fieldLabels,
      toDraft: toFieldForm,
      check: (draft) => checkField(draft, true, others),
      notice: fieldNotice,
    },
    access: {
      write: async (draft, on) => ({ record: fromFieldForm(draft, on?.record ?? null), etag: null }),
      read: async (on) => on,
      outdate: () => {},
    },
    loaded: stored && { record: stored, etag: null },
    onSaved: (field) => {
      onKeep(field)
      onClose()
    },
  })
  const close = async () => {
    if (form.unsaved.length > 0) {
      const text = `Not saved yet: ${form.unsaved.join(', ')}.`
      const leave = { title: leaveQuestion, text, action: 'Discard changes', cancel: 'Keep editing', danger: true }
      if (!(await confirm(leave))) return
    }
    onClose()
  }
  return (
    <EditorFrame title={name === null ? 'Add Field' : `Edit ${name}`} onClose={() => void close()}>
      <FieldEditor
        service={service.name}
        table={table}
        ownFields={fields}
        form={form}
        nameOpen
        keyOpen
        saveLabel={name === null ? 'Add Field' : 'Keep'}
        onClose={() => void close()}
      />
    </EditorFrame>
  )
}
