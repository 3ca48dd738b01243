import { IconAlertTriangleFilled } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import type { KnownServices } from '../../instance/service-list.ts'
import { notify } from '../../notifications/notify.ts'
import type { ColumnOf, ListDeclaration } from '../../widgets/records/list-declaration/declaration.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { taskMessages } from './messages.ts'
import { NextRun } from './next-run.tsx'
import { runNow } from './run-now.ts'
import styles from './scheduler.module.css'
import { logOf, type TaskRecord, verbOf } from './task-draft.ts'

export type ListedTask = TaskRecord & { readonly [field: string]: unknown }

export function taskName({ name, id }: TaskRecord): string {
  return name || taskMessages.taskId({ id: `${id}` })
}

/** Milliseconds between two reads of the list. */
const every = 5000

interface TaskListParts {
  readonly queryClient: QueryClient
  /** `null` until loaded. */
  readonly services: KnownServices['services'] | null
  /** Whether the server reports next runs and can run a task on demand. */
  readonly plus: boolean
}

/** The declaration of the task list. */
export function taskList({ queryClient, services, plus }: TaskListParts): ListDeclaration<ListedTask> {
  const serviceNames = services && new Map(services.map(({ id, name }) => [id, name]))
  return {
    collection: 'scheduler',
    path: '/scheduler',
    one: taskMessages.one,
    many: taskMessages.many,
    nameOf: taskName,
    columns: [
      ...taskColumns(serviceNames),
      ...(plus ? [nextRun] : []),
      { field: 'created_date', label: taskMessages.createdDate, kind: 'date', width: 130, hidden: true },
      { field: 'last_modified_date', label: tabWords.modified, kind: 'date', width: 130, hidden: true },
    ],
    searchFields: ['name', 'description'],
    related: ['task_log_by_task_id'],
    messages: taskMessages,
    bulkFields: [{ field: 'is_active', label: tabWords.active, kind: 'boolean' }],
    create: { label: commonWords.create, first: taskMessages.createFirst },
    canDuplicate: true,
    rowActions: plus ? [{ label: taskMessages.runNow, run: (task) => void runNow(queryClient, task) }] : [],
    live: every,
  }
}

function taskColumns(
  services: ReadonlyMap<number, string> | null,
): readonly ColumnOf<'system/scheduler', ListedTask>[] {
  const serviceText = ({ service_id: id }: ListedTask) =>
    id === undefined ? '' : (services?.get(id) ?? (services ? `#${id}` : ''))
  return [
    { field: 'id', label: 'ID', kind: 'number', width: 48 },
    { field: 'name', label: tabWords.name, kind: 'text', width: 130, narrow: true, link: true },
    { field: 'description', label: tabWords.description, kind: 'text', width: 100, grow: true },
    { field: 'is_active', label: tabWords.active, kind: 'boolean', width: 76, narrow: true },
    {
      field: 'service_id',
      label: tabWords.service,
      kind: 'number',
      width: 92,
      filterable: false,
      text: serviceText,
      render: (task) => <TaskService id={task.service_id ?? null} name={serviceText(task)} known={services !== null} />,
    },
    { field: 'component', label: taskMessages.component, kind: 'text', width: 112, mono: true },
    { field: 'verb_mask', label: taskMessages.method, kind: 'text', width: 88, filterable: false, text: verbOf },
    {
      field: 'frequency',
      label: taskMessages.frequency,
      kind: 'number',
      width: 176,
      text: frequencyText,
      render: (task) => <Frequency task={task} />,
    },
    {
      field: 'task_log_by_task_id',
      label: taskMessages.log,
      kind: 'text',
      width: 56,
      narrow: true,
      filterable: false,
      sortValue: (task) => (logOf(task) ? 1 : 0),
      text: (task) => (logOf(task) ? taskMessages.error : '-'),
      render: (task) =>
        logOf(task) ? (
          <span
            role="img"
            aria-label={taskMessages.lastRunFailed}
            title={taskMessages.lastRunFailed}
            className={styles.failed}
          >
            <IconAlertTriangleFilled aria-hidden="true" />
          </span>
        ) : (
          '-'
        ),
    },
  ]
}

const nextRun: ColumnOf<'system/scheduler', ListedTask> = {
  field: 'next_run_date',
  label: taskMessages.nextRun,
  kind: 'date',
  width: 116,
  filterable: false,
  sortable: false,
  text: ({ next_run_date: date }) => date ?? '',
  render: ({ next_run_date: date }) => <NextRun date={date ?? null} />,
}

const CronSentence = lazy(async () => ({ default: await (await import('./cron-meaning.tsx')).loadCronSentence() }))

/** How often a task runs, in words. */
function Frequency({ task }: { task: ListedTask }) {
  const text = frequencyText(task)
  if (!task.cron) return text
  return (
    <Suspense fallback={text}>
      <CronSentence text={task.cron} />
    </Suspense>
  )
}

function frequencyText({ cron, frequency }: ListedTask): string {
  if (cron) return cron
  return frequency === undefined ? '' : taskMessages.minutes({ count: frequency })
}

interface TaskServiceProps {
  id: number | null
  name: string
  /** Whether the services are loaded. */
  known: boolean
}

/** The service that a task calls. A deleted one is announced to screen readers too. */
function TaskService({ id, name, known }: TaskServiceProps) {
  const gone = known && id !== null && name === `#${id}`
  useEffect(() => {
    if (!gone || id === null) return
    notify({
      type: 'error',
      title: taskMessages.module,
      text: taskMessages.serviceGone({ id: String(id) }),
      tag: `service-${id}`,
    })
  }, [gone, id])
  return gone && id !== null ? <span title={taskMessages.serviceGone({ id: String(id) })}>{name}</span> : name
}
