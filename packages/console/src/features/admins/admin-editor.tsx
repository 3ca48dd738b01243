import type { Admin } from '@millwright/contract/records/person'
import { RecordEditor } from '../../widgets/editor-frame/record-editor.tsx'
import type { RecordId } from '../../widgets/record-list/declaration.ts'
import { draftOfCopy } from '../people/person-draft.ts'
import { personName } from '../people/registration.ts'
import { RegistrationBadge } from '../people/registration-badge.tsx'
import { AdminForm } from './admin-form.tsx'

interface AdminEditorProps {
  /** Null for a new administrator. */
  id: string | null
  onSaved: (id: RecordId) => void
}

/** The panel of one administrator. */
export function AdminEditor({ id, onSaved }: AdminEditorProps) {
  return (
    <RecordEditor<Admin>
      path="/admins"
      collection="system/admin"
      params={{ fields: '*', related: 'lookup_by_user_id' }}
      one="admin"
      thing="Admin"
      nameOf={personName}
      subtitle={(record) => <RegistrationBadge person={record} />}
      id={id}
      onSaved={onSaved}
    >
      {({ copied, ...form }) => <AdminForm {...form} {...(copied && { start: draftOfCopy(copied) })} />}
    </RecordEditor>
  )
}
