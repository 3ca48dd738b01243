import type { TaskLog } from '@millwright/contract/records/scheduler'
import { parseExact, stringifyExact } from '@millwright/contract/wire/exact-json'
import { useQuery } from '@tanstack/react-query'
import { recordQuery } from '../../instance/collections.ts'
import { hasFeature, useEnvironment } from '../../instance/environment.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { RelativeDate } from '../../ui/relative-date.tsx'
import { Text } from '../../ui/text.tsx'
import { CodeEditor } from '../../widgets/code/code-editor/code-editor.tsx'
import { AuthorLine } from '../../widgets/form/author/author-line.tsx'
import type { EditorSection } from '../../widgets/form/editor-frame/editor-form.tsx'
import { NameFields, NextSection } from '../../widgets/form/editor-frame/editor-parts.tsx'
import type { Editor } from '../../widgets/form/editor-frame/use-editor.ts'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import { DeclaredPanel, type PanelOf, type PanelProps } from '../../widgets/form/panel/declared-panel.tsx'
import { taskMessages } from './messages.ts'
import { t } from './opened/messages.ts'
import { TaskConfig } from './task-config.tsx'
import { logOf, type TaskDraft, type TaskRecord, taskEditing } from './task-draft.ts'
import { taskName } from './task-list.tsx'
import { TaskRuns } from './task-runs.tsx'

const panel: PanelOf<TaskRecord, TaskDraft> = {
  path: '/scheduler',
  words: () => ({ module: taskMessages.module, one: taskMessages.one, thing: t.thing }),
  nameOf: taskName,
  useDeclaration: () => taskEditing(usePlus()),
  useSections,
  actions: (section, open) => <NextSection section={section} from="basic" to="config" open={open} />,
  saved: (_record, isNew) => ({ text: isNew ? t.created : t.updated }),
  inactiveNote: () => t.inactiveNote,
}

/** The panel of one task, with its last failure and its runs. */
export function TaskEditor(props: PanelProps) {
  return <DeclaredPanel panel={panel} {...props} />
}

/** Whether the server runs tasks by cron expressions and as others, and keeps their runs. */
const usePlus = () => hasFeature(useEnvironment(), 'scheduler-plus')

function useSections(editor: Editor<TaskRecord, TaskDraft>): readonly EditorSection[] {
  const plus = usePlus()
  const { record } = editor
  const log = useLog(record)
  return [
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
    ...(plus && record?.id !== undefined
      ? [{ id: 'runs', label: t.runs, fields: [], content: <TaskRuns task={{ ...record, id: record.id }} /> }]
      : []),
  ]
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
