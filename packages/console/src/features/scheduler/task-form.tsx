import type { Loaded } from '../../instance/collections.ts'
import { notify } from '../../notifications/notify.ts'
import { AuthorLine } from '../../widgets/author/author-line.tsx'
import type { EditorSection } from '../../widgets/editor-frame/editor-form.tsx'
import { NextSection } from '../../widgets/editor-frame/next-section.tsx'
import { RecordForm } from '../../widgets/editor-frame/record-form.tsx'
import { type EditorDeclaration, useEditor } from '../../widgets/editor-frame/use-editor.ts'
import type { RecordId } from '../../widgets/record-list/declaration.ts'
import { taskMessages } from './messages.ts'
import { TaskBasics } from './task-basics.tsx'
import { TaskConfig } from './task-config.tsx'
import type { TaskDraft, TaskRecord } from './task-draft.ts'
import { TaskLogView } from './task-log.tsx'
import { TaskRuns } from './task-runs.tsx'
import { useLog } from './use-log.ts'

interface TaskFormProps {
  declaration: EditorDeclaration<TaskRecord, TaskDraft>
  plus: boolean
  loaded: Loaded<TaskRecord> | null
  start?: TaskDraft
  onClose: () => void
  onSaved: (id: RecordId) => void
}

/** The form of one task, and what became of its runs. */
export function TaskForm({ declaration, plus, loaded, start, onClose, onSaved }: TaskFormProps) {
  const editor = useEditor<TaskRecord, TaskDraft>({
    declaration: {
      ...declaration,
      notice: ({ fields }) => (fields.service_id ? { title: 'Api Error', text: fields.service_id } : null),
    },
    loaded,
    ...(start && { start }),
    onSaved: (record, isNew) => {
      const text = isNew ? taskMessages.created : taskMessages.updated
      notify({ type: 'success', title: taskMessages.module, text })
      onSaved(record.id ?? '')
    },
  })
  const { record } = editor
  const log = useLog(record)
  const sections: EditorSection[] = [
    {
      id: 'basic',
      label: 'Basic',
      fields: ['name', 'description', 'is_active'],
      content: <TaskBasics field={editor.field} />,
    },
    {
      id: 'config',
      label: 'Config',
      fields: ['service_id', 'component', 'verb', 'timetable', 'frequency', 'cron', 'payload', 'app_id', 'user_id'],
      content: (
        <>
          <AuthorLine collection="system/scheduler" id={record?.id ?? null} what="task" />
          <TaskConfig form={editor} plus={plus} />
        </>
      ),
    },
    {
      id: 'log',
      label: 'Log',
      fields: [],
      alert: log && 'the last run failed',
      content: <TaskLogView log={log} />,
    },
  ]
  if (plus && record?.id !== undefined)
    sections.push({ id: 'runs', label: 'Runs', fields: [], content: <TaskRuns task={{ ...record, id: record.id }} /> })
  return (
    <RecordForm
      editor={editor}
      declaration={declaration}
      one="task"
      sections={sections}
      actions={(section, open) => <NextSection section={section} from="basic" to="config" open={open} />}
      onClose={onClose}
    />
  )
}
