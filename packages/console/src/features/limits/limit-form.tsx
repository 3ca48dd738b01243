import { useQueryClient } from '@tanstack/react-query'
import { invalidateCollection, type Loaded } from '../../instance/collections.ts'
import { notify } from '../../notifications/notify.ts'
import { offerActivation } from '../../widgets/activation/offer-activation.ts'
import type { EditorSection } from '../../widgets/editor-frame/editor-form.tsx'
import { RecordForm } from '../../widgets/editor-frame/record-form.tsx'
import { useEditor } from '../../widgets/editor-frame/use-editor.ts'
import type { RecordId } from '../../widgets/record-list/declaration.ts'
import { type LimitDraft, type LimitRecord, limitEditing, limitLabels } from './limit-draft.ts'
import { LimitFields } from './limit-fields.tsx'
import { limitMessages } from './messages.ts'
import { UsePanel } from './use-panel.tsx'

interface LimitFormProps {
  loaded: Loaded<LimitRecord> | null
  start?: LimitDraft
  onClose: () => void
  onSaved: (id: RecordId) => void
}

/** The form of one limit, and how far it is used up. */
export function LimitForm({ loaded, start, onClose, onSaved }: LimitFormProps) {
  const queryClient = useQueryClient()
  const editor = useEditor<LimitRecord, LimitDraft>({
    declaration: limitEditing,
    loaded,
    ...(start && { start }),
    onSaved: (record, isNew) => {
      notify({
        type: 'success',
        title: isNew ? limitMessages.module : limitMessages.one,
        text: isNew ? limitMessages.created : limitMessages.updated,
      })
      if (isNew && record.is_active === false)
        offerActivation(queryClient, {
          collection: 'system/limit',
          id: record.id ?? '',
          module: limitMessages.module,
          name: record.name ?? '',
          consequence: 'It limits nothing until it is active.',
        })
      void invalidateCollection(queryClient, 'system/limit_cache')
      onSaved(record.id ?? '')
    },
  })
  const { record } = editor
  const sections: EditorSection[] = [
    {
      id: 'info',
      label: 'Info',
      fields: Object.keys(limitLabels),
      content: <LimitFields form={editor} />,
    },
  ]
  if (record?.id !== undefined)
    sections.push({ id: 'use', label: 'Use', fields: [], content: <UsePanel limit={{ ...record, id: record.id }} /> })
  return <RecordForm editor={editor} declaration={limitEditing} one="limit" sections={sections} onClose={onClose} />
}
