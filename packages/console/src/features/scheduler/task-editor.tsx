import { RecordEditor } from '../../widgets/editor-frame/record-editor.tsx'
import type { RecordId } from '../../widgets/record-list/declaration.ts'
import { draftOfTaskCopy, type TaskRecord, taskEditing } from './task-draft.ts'
import { TaskForm } from './task-form.tsx'
import { taskName } from './task-list.tsx'

interface TaskEditorProps {
  /** Null for a new task. */
  id: string | null
  plus: boolean
  onSaved: (id: RecordId) => void
}

/** The panel of one task. */
export function TaskEditor({ id, plus, onSaved }: TaskEditorProps) {
  const declaration = taskEditing(plus)
  return (
    <RecordEditor<TaskRecord>
      path="/scheduler"
      collection={declaration.collection}
      params={declaration.params}
      one="task"
      thing="Task"
      nameOf={taskName}
      id={id}
      onSaved={onSaved}
    >
      {({ copied, ...form }) => (
        <TaskForm declaration={declaration} plus={plus} {...form} {...(copied && { start: draftOfTaskCopy(copied) })} />
      )}
    </RecordEditor>
  )
}
