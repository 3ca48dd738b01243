import type { FormFields } from '../../widgets/editor-frame/use-form.ts'
import { RecordPicker } from '../../widgets/record-picker/record-picker.tsx'
import { appSource, userSource } from '../../widgets/record-picker/record-source.ts'
import type { TaskDraft } from './task-draft.ts'

/** With whose rights a task calls. */
export function RunAs({ form }: { form: FormFields<TaskDraft> }) {
  const { set, field } = form
  return (
    <>
      <RecordPicker
        {...field('app_id')}
        help="Without an app and a user, the call is made with the rights of who wrote the task."
        source={appSource}
        placeholder="No app"
        clearable
        onChange={(app) => set('app_id', app && { id: app.id, label: app.label })}
      />
      <RecordPicker
        {...field('user_id')}
        source={userSource}
        placeholder="No user"
        clearable
        onChange={(user) => set('user_id', user && { id: user.id, label: user.label })}
      />
    </>
  )
}
