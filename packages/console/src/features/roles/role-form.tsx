import { useQueryClient } from '@tanstack/react-query'
import type { Loaded } from '../../instance/collections.ts'
import { notify } from '../../notifications/notify.ts'
import { offerActivation } from '../../widgets/activation/offer-activation.ts'
import type { EditorSection } from '../../widgets/editor-frame/editor-form.tsx'
import { NextSection } from '../../widgets/editor-frame/next-section.tsx'
import { RecordForm } from '../../widgets/editor-frame/record-form.tsx'
import { type EditorDeclaration, useEditor } from '../../widgets/editor-frame/use-editor.ts'
import { LookupKeys } from '../../widgets/lookup-keys/lookup-keys.tsx'
import type { RecordId } from '../../widgets/record-list/declaration.ts'
import { AccessEditor } from './access-editor.tsx'
import { roleMessages } from './messages.ts'
import { RoleBasics } from './role-basics.tsx'
import type { RoleDraft, RoleRecord } from './role-draft.ts'

interface RoleFormProps {
  declaration: EditorDeclaration<RoleRecord, RoleDraft>
  loaded: Loaded<RoleRecord> | null
  start?: RoleDraft
  onClose: () => void
  onSaved: (id: RecordId) => void
}

export function RoleForm({ declaration, loaded, start, onClose, onSaved }: RoleFormProps) {
  const queryClient = useQueryClient()
  const editor = useEditor<RoleRecord, RoleDraft>({
    declaration,
    loaded,
    ...(start && { start }),
    onSaved: (record, isNew) => {
      notify({
        type: 'success',
        title: roleMessages.module,
        text: isNew ? roleMessages.created : roleMessages.updated,
      })
      if (isNew && record.is_active === false)
        offerActivation(queryClient, {
          collection: 'system/role',
          id: record.id ?? '',
          module: roleMessages.module,
          name: record.name ?? '',
          consequence: 'Requests that rely on it are rejected with 403.',
        })
      onSaved(record.id ?? '')
    },
  })
  const { draft, set, problem } = editor
  const sections: EditorSection[] = [
    {
      id: 'basic',
      label: 'Basic',
      fields: ['name', 'description', 'dn', 'is_active'],
      content: <RoleBasics field={editor.field} directory={String(declaration.params.related).includes('adldap')} />,
    },
    {
      id: 'access',
      label: 'Access',
      fields: ['access'],
      content: <AccessEditor rows={draft.access} onChange={(change) => editor.change('access', change)} />,
    },
    {
      id: 'lookup-keys',
      label: 'Lookup Keys',
      fields: ['lookups'],
      content: (
        <LookupKeys
          rows={draft.lookups}
          onChange={(rows) => set('lookups', rows)}
          needsValue={false}
          showMissing={problem.fields.lookups !== undefined}
        />
      ),
    },
  ]
  return (
    <RecordForm
      editor={editor}
      declaration={declaration}
      one="role"
      sections={sections}
      actions={(section, open) => <NextSection section={section} from="basic" to="access" open={open} />}
      onClose={onClose}
    />
  )
}
