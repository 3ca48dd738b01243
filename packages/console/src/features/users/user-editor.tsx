import type { RecordId } from '../../widgets/record-list/declaration.ts'
import { PersonEditor } from '../people/person-editor.tsx'
import { AppRoles } from './app-roles-section.tsx'
import { userKind } from './user-kind.ts'

interface UserEditorProps {
  /** Null for a new user. */
  id: string | null
  onSaved: (id: RecordId) => void
}

/** The panel of one user. */
export function UserEditor(props: UserEditorProps) {
  return (
    <PersonEditor
      kind={userKind}
      {...props}
      sections={({ draft, problem, change }) => [
        {
          id: 'roles',
          label: 'Roles',
          fields: ['roles'],
          content: (
            <AppRoles
              rows={draft.roles}
              showMissing={problem.fields.roles !== undefined}
              onChange={(next) => change('roles', next)}
            />
          ),
        },
      ]}
    />
  )
}
