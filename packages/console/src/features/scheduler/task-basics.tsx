import { Checkbox } from '../../ui/checkbox.tsx'
import { NameFields } from '../../widgets/editor-frame/name-fields.tsx'
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
      <NameFields draft={draft} labels={taskLabels} errors={errors} set={set} />
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
