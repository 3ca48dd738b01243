import type { RecordId } from '../../widgets/record-list/declaration.ts'
import { PersonEditor } from '../people/person-editor.tsx'
import { AccessByTabs } from './access-by-tabs.tsx'
import { adminKind } from './admin-kind.ts'

interface AdminEditorProps {
  /** Null for a new administrator. */
  id: string | null
  onSaved: (id: RecordId) => void
}

/** The panel of one administrator. */
export function AdminEditor(props: AdminEditorProps) {
  return (
    <PersonEditor
      kind={adminKind}
      {...props}
      access={({ record, draft, set }) => (
        <AccessByTabs record={record} tabs={draft.tabs} onChange={(tabs) => set('tabs', tabs)} />
      )}
    />
  )
}
