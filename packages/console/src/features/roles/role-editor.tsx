import { useSearch } from '@tanstack/react-router'
import { useEnvironment } from '../../instance/environment.ts'
import { RecordEditor } from '../../widgets/editor-frame/record-editor.tsx'
import type { RecordId } from '../../widgets/record-list/declaration.ts'
import { draftOfRoleCopy, draftOfRoleFor, type RoleRecord, roleEditing } from './role-draft.ts'
import { RoleForm } from './role-form.tsx'
import { roleName } from './roles-list.ts'

interface RoleEditorProps {
  /** Null for a new role. */
  id: string | null
  onSaved: (id: RecordId) => void
}

/** The panel of one role; `?service=5` starts a new one with access to that service. */
export function RoleEditor({ id, onSaved }: RoleEditorProps) {
  const { authentication } = useEnvironment()
  const { service }: { service?: unknown } = useSearch({ strict: false })
  const declaration = roleEditing((authentication?.adldap?.length ?? 0) > 0)
  return (
    <RecordEditor<RoleRecord>
      path="/roles"
      collection={declaration.collection}
      params={declaration.params}
      one="role"
      thing="Role"
      nameOf={roleName}
      wide
      id={id}
      onSaved={onSaved}
    >
      {({ copied, ...form }) => {
        const start = copied ? draftOfRoleCopy(copied) : draftOfRoleFor(service)
        return <RoleForm declaration={declaration} {...form} {...(form.loaded === null && start && { start })} />
      }}
    </RecordEditor>
  )
}
