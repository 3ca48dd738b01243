import type { TaskLog } from '@millwright/contract/records/scheduler'
import { parseExact, stringifyExact } from '@millwright/contract/wire/exact-json'
import { useQuery } from '@tanstack/react-query'
import { type Loaded, type RecordId, recordQuery } from '../../instance/collections.ts'
import { notify } from '../../notifications/notify.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { RelativeDate } from '../../ui/relative-date.tsx'
import { Text } from '../../ui/text.tsx'
import { CodeEditor } from '../../widgets/code/code-editor/code-editor.tsx'
import { useActivationOffer } from '../../widgets/form/activation/use-activation-offer.ts'
import { AuthorLine } from '../../widgets/form/author/author-line.tsx'
import type { EditorSection } from '../../widgets/form/editor-frame/editor-form.tsx'
import { NameFields } from '../../widgets/form/editor-frame/name-fields.tsx'
import { NextSection } from '../../widgets/form/editor-frame/next-section.tsx'
import { RecordEditor } from '../../widgets/form/editor-frame/record-editor.tsx'
import { RecordForm } from '../../widgets/form/editor-frame/record-form.tsx'
import { type EditorDeclaration, useEditor } from '../../widgets/form/editor-frame/use-editor.ts'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import { commonWords } from '../../words/messages.ts'
import { taskMessages } from './messages.ts'
import { t } from './opened/messages.ts'
import { TaskConfig } from './task-config.tsx'
import { draftOfTaskCopy, logOf, type TaskDraft, type TaskRecord, taskEditing } from './task-draft.ts'
import { taskName } from './task-list.tsx'
import { TaskRuns } from './task-runs.tsx'

interface TaskEditorProps {
  /** `null` for a new task. */
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
      one={taskMessages.one}
      thing={t.thing}
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

interface TaskFormProps {
  declaration: EditorDeclaration<TaskRecord, TaskDraft>
  plus: boolean
  loaded: Loaded<TaskRecord> | null
  start?: TaskDraft
  onClose: () => void
  onSaved: (id: RecordId) => void
}

/** The form of a task, with its last failure and its runs. */
function TaskForm({ declaration, plus, loaded, start, onClose, onSaved }: TaskFormProps) {
  const offerActivation = useActivationOffer({
    collection: declaration.collection,
    module: taskMessages.module,
    consequence: t.inactiveNote,
  })
  const editor = useEditor<TaskRecord, TaskDraft>({
    declaration: {
      ...declaration,
      notice: ({ fields }) => (fields.service_id ? { title: commonWords.apiError, text: fields.service_id } : null),
    },
    loaded,
    ...(start && { start }),
    onSaved: (record, isNew) => {
      const text = isNew ? t.created : t.updated
      notify({ type: 'success', title: taskMessages.module, text })
      if (isNew) offerActivation({ id: record.id ?? '', name: taskName(record), active: record.is_active })
      onSaved(record.id ?? '')
    },
  })
  const { record } = editor
  const log = useLog(record)
  const sections: EditorSection[] = [
    {
      id: 'basic',
      label: t.basic,
      fields: ['name', 'description', 'is_active'],
      content: <TaskBasics field={editor.field} />,
    },
    {
      id: 'config',
      label: t.config,
      fields: ['service_id', 'component', 'verb', 'timetable', 'frequency', 'cron', 'payload', 'app_id', 'user_id'],
      content: (
        <>
          <AuthorLine collection="system/scheduler" id={record?.id ?? null} what="task" />
          <TaskConfig id={record?.id ?? null} form={editor} plus={plus} />
        </>
      ),
    },
    {
      id: 'log',
      label: taskMessages.log,
      fields: [],
      alert: log && t.lastRunAlert,
      content: <TaskLogView log={log} />,
    },
  ]
  if (plus && record?.id !== undefined)
    sections.push({
      id: 'runs',
      label: t.runs,
      fields: [],
      content: <TaskRuns task={{ ...record, id: record.id }} />,
    })
  return (
    <RecordForm
      editor={editor}
      declaration={declaration}
      one={taskMessages.one}
      sections={sections}
      actions={(section, open) => <NextSection section={section} from="basic" to="config" open={open} />}
      onClose={onClose}
    />
  )
}

/** Name, description and active state of a task. */
function TaskBasics({ field }: Pick<FormFields<TaskDraft>, 'field'>) {
  return (
    <Stack gap={4}>
      <NameFields field={field} />
      <Checkbox {...field('is_active')} help={t.activeHelp} />
    </Stack>
  )
}

/** Milliseconds between two reads. */
const every = 5000
const params = { fields: 'id', related: 'task_log_by_task_id' }

/** The last failure of a stored task, refetched while its form is open; `null` if there is none. */
function useLog(record: TaskRecord | null): TaskLog | null {
  const { data } = useQuery({
    ...recordQuery<TaskRecord>('system/scheduler', record?.id ?? 0, params),
    enabled: record?.id !== undefined,
    refetchInterval: every,
  })
  const newest = data?.record ?? record
  return newest && logOf(newest)
}

/** Shows why the last run of a task failed. */
function TaskLogView({ log }: { log: TaskLog | null }) {
  if (log === null)
    return (
      <Text tone="muted" size="sm">
        {t.lastRunClean}
      </Text>
    )
  return (
    <Stack gap={4}>
      <Row as="p" gap={3} align="baseline">
        <strong>{t.statusCode({ code: String(log.status_code) })}</strong>
        {log.last_modified_date ? (
          <Text as="span" tone="muted" size="sm">
            {t.failingSinceDate({ date: () => <RelativeDate value={log.last_modified_date ?? ''} /> })}
          </Text>
        ) : null}
      </Row>
      <CodeEditor
        label={t.response}
        language="json"
        lines={10}
        readOnly
        value={contentText(log.content)}
        onChange={() => undefined}
      />
    </Stack>
  )
}

function contentText(content: unknown): string {
  if (content === null || content === undefined) return ''
  if (typeof content !== 'string') return JSON.stringify(content, null, 2)
  try {
    return stringifyExact(parseExact(content), 2)
  } catch {
    return content
  }
}
