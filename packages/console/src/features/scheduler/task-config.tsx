import { type Verb, verbs } from '@millwright/contract/verbs'
import { useState } from 'react'
import { useServiceList } from '../../instance/service-list.ts'
import { notifyRefusal } from '../../notifications/notify-refusal.ts'
import { Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { CodeEditor } from '../../widgets/code-editor/code-editor.tsx'
import { ComponentField } from '../../widgets/component-field/component-field.tsx'
import { RunAs } from './run-as.tsx'
import { type TaskDraft, taskLabels } from './task-draft.ts'
import { TaskTimetable } from './task-timetable.tsx'

interface TaskConfigProps {
  draft: TaskDraft
  before: TaskDraft
  errors: Readonly<Record<string, string>>
  plus: boolean
  set: <K extends keyof TaskDraft & string>(field: K, value: TaskDraft[K]) => void
}

const hints: Readonly<Record<Verb, string>> = {
  GET: 'read',
  POST: 'create',
  PUT: 'replace',
  PATCH: 'update',
  DELETE: 'remove',
}

/** What a task calls, and when. */
export function TaskConfig({ draft, before, errors, plus, set }: TaskConfigProps) {
  const services = useServiceList()?.services ?? []
  const { service_id: chosen } = draft
  const service = services.find(({ id }) => id === chosen)?.name ?? null
  /** The service that could not say what it has. */
  const [silent, setSilent] = useState<string | null>(null)
  // Nobody asked for the stored one to go: it is not shown, and still there when the service answers again.
  const hidden =
    silent !== null && silent === service && chosen === before.service_id && draft.component === before.component

  const chooseService = (value: string) => {
    set('service_id', value === '' ? null : Number(value))
    set('component', '')
    setSilent(null)
  }
  return (
    <Stack gap={4}>
      <SelectField
        label={taskLabels.service_id}
        required
        value={chosen === null ? '' : String(chosen)}
        error={errors.service_id}
        options={[{ value: '', label: '--Select a service--' }, ...serviceOptions(services, chosen)]}
        onChange={chooseService}
      />
      <ComponentField
        key={service}
        label={taskLabels.component}
        placeholder="--Select a component--"
        help="A path in the service, such as _table/contact; ?name=value may follow."
        service={service}
        value={hidden ? '' : draft.component}
        error={errors.component}
        onChange={(component) => set('component', component)}
        onFailed={(error) => {
          setSilent(service)
          notifyRefusal(error)
        }}
      />
      <SelectField
        label={taskLabels.verb}
        value={draft.verb}
        error={errors.verb}
        options={verbs.map((verb) => ({ value: verb, label: `${verb} (${hints[verb]})` }))}
        onChange={(verb) => set('verb', verb)}
      />
      <TaskTimetable draft={draft} errors={errors} plus={plus} set={set} />
      {draft.verb === 'GET' ? null : (
        <CodeEditor
          label={taskLabels.payload}
          language="json"
          lines={8}
          value={draft.payload}
          error={errors.payload}
          onChange={(payload) => set('payload', payload)}
        />
      )}
      {plus ? <RunAs draft={draft} errors={errors} set={set} /> : null}
    </Stack>
  )
}

/** By name; one that is gone keeps its place, so that choosing nothing else changes nothing. */
function serviceOptions(services: readonly { readonly id: number; readonly name: string }[], chosen: number | null) {
  const options = services
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ id, name }) => ({ value: String(id), label: name }))
  if (chosen === null || services.some(({ id }) => id === chosen)) return options
  return [{ value: String(chosen), label: `#${chosen}` }, ...options]
}
