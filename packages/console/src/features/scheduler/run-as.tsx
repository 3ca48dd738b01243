import { RecordPicker } from '../../widgets/record-picker/record-picker.tsx'
import { appSource, userSource } from '../../widgets/record-picker/record-source.ts'
import { type TaskDraft, taskLabels } from './task-draft.ts'

interface RunAsProps {
  draft: TaskDraft
  errors: Readonly<Record<string, string>>
  set: <K extends keyof TaskDraft & string>(field: K, value: TaskDraft[K]) => void
}

/** With whose rights a task calls. */
export function RunAs({ draft, errors, set }: RunAsProps) {
  return (
    <>
      <RecordPicker
        label={taskLabels.app_id}
        help="Without an app and a user, the call is made with the rights of who wrote the task."
        source={appSource}
        placeholder="No app"
        clearable
        value={draft.app_id}
        error={errors.app_id}
        onChange={(app) => set('app_id', app && { id: app.id, label: app.label })}
      />
      <RecordPicker
        label={taskLabels.user_id}
        source={userSource}
        placeholder="No user"
        clearable
        value={draft.user_id}
        error={errors.user_id}
        onChange={(user) => set('user_id', user && { id: user.id, label: user.label })}
      />
    </>
  )
}
