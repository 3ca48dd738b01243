import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './scheduler.module.css'
import { type TaskDraft, taskLabels } from './task-draft.ts'

interface TaskBasicsProps {
  draft: TaskDraft
  errors: Readonly<Record<string, string>>
  set: <K extends keyof TaskDraft & string>(field: K, value: TaskDraft[K]) => void
}

/** What a task is called, and whether it runs. */
export function TaskBasics({ draft, errors, set }: TaskBasicsProps) {
  return (
    <div className={styles.fields}>
      <TextField
        label={taskLabels.name}
        required
        maxLength={64}
        value={draft.name}
        error={errors.name}
        onChange={(value) => set('name', value)}
      />
      <TextField
        label={taskLabels.description}
        maxLength={255}
        value={draft.description}
        error={errors.description}
        onChange={(value) => set('description', value)}
      />
      <Checkbox
        label={taskLabels.is_active}
        help="A task that is not active does not run by itself."
        checked={draft.is_active}
        error={errors.is_active}
        onChange={(value) => set('is_active', value)}
      />
    </div>
  )
}
