import type { Admin } from '@millwright/contract/records/person'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { recordQuery } from '../../instance/collections.ts'
import { EditorFrame } from '../../widgets/editor-frame/editor-frame.tsx'
import { LoadedRecord } from '../../widgets/editor-frame/loaded-record.tsx'
import type { RecordId } from '../../widgets/record-list/declaration.ts'
import { readListSearch } from '../../widgets/record-list/list-search.ts'
import { draftOfCopy } from '../people/person-draft.ts'
import { personName } from '../people/registration.ts'
import { RegistrationBadge } from '../people/registration-badge.tsx'
import { AdminForm } from './admin-form.tsx'

const collection = 'system/admin'
const params = { fields: '*', related: 'lookup_by_user_id' }

interface AdminEditorProps {
  /** Null for a new administrator. */
  id: string | null
  onSaved: (id: RecordId) => void
}

/** The panel of one administrator, new or existing; `?copy=12` starts a new one from another. */
export function AdminEditor({ id, onSaved }: AdminEditorProps) {
  const navigate = useNavigate()
  const search: { copy?: unknown } = useSearch({ strict: false })
  const copyOf = id === null && search.copy !== undefined ? String(search.copy) : null
  const source = id ?? copyOf
  const record = useQuery({ ...recordQuery<Admin>(collection, source ?? '', params), enabled: false }).data?.record

  const close = () => void navigate({ to: '/admins', search: readListSearch(search) })
  const saved = (savedId: RecordId) => {
    onSaved(savedId)
    close()
  }
  const title = id === null ? 'Create Admin' : record ? `Edit ${personName(record)}` : 'Edit Admin'

  return (
    <EditorFrame
      title={title}
      subtitle={id !== null && record ? <RegistrationBadge person={record} /> : null}
      onClose={close}
    >
      {source === null ? (
        <AdminForm loaded={null} onClose={close} onSaved={saved} />
      ) : (
        <LoadedRecord<Admin> collection={collection} id={source} params={params} one="admin" onClose={close}>
          {(loaded) =>
            copyOf === null ? (
              <AdminForm loaded={loaded} onClose={close} onSaved={saved} />
            ) : (
              <AdminForm loaded={null} start={draftOfCopy(loaded.record)} onClose={close} onSaved={saved} />
            )
          }
        </LoadedRecord>
      )}
    </EditorFrame>
  )
}
