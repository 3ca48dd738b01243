import { RecordEditor } from '../../widgets/editor-frame/record-editor.tsx'
import type { RecordId } from '../../widgets/record-list/declaration.ts'
import { draftOfLimitCopy, type LimitRecord, limitEditing } from './limit-draft.ts'
import { LimitForm } from './limit-form.tsx'
import { limitName } from './limits-list.tsx'

interface LimitEditorProps {
  /** Null for a new limit. */
  id: string | null
  onSaved: (id: RecordId) => void
}

/** The panel of one limit. */
export function LimitEditor({ id, onSaved }: LimitEditorProps) {
  return (
    <RecordEditor<LimitRecord>
      path="/limits"
      collection={limitEditing.collection}
      params={limitEditing.params}
      one="limit"
      thing="Limit"
      nameOf={limitName}
      id={id}
      onSaved={onSaved}
    >
      {({ copied, ...form }) => <LimitForm {...form} {...(copied && { start: draftOfLimitCopy(copied) })} />}
    </RecordEditor>
  )
}
