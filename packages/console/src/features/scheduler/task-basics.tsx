import { Checkbox } from '../../ui/checkbox.tsx'
import { Stack } from '../../ui/layout.tsx'
import { NameFields } from '../../widgets/editor-frame/name-fields.tsx'
import { type TaskDraft, taskLabels } from './task-draft.ts'

interface TaskBasicsProps {
  draft: TaskDraft
  errors: Readonly<Record<string, string>>
  set: <K extends keyof TaskDraft & string>(field: K, value: TaskDraft[K]) => void
}

/** What a task is called, and whether it runs. */
export function TaskBasics({ draft, errors, set }: TaskBasicsProps) {
  return (
    <Stack gap={4}>
      <NameFields draft={draft} labels={taskLabels} errors={errors} set={set} />
      <Checkbox
        label={taskLabels.is_active}
        help="A task that is not active does not run by itself."
        checked={draft.is_active}
        error={errors.is_active}
        onChange={(value) => set('is_active', value)}
      />
    </Stack>
  )
}
