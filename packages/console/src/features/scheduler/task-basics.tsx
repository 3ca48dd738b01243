import { Checkbox } from '../../ui/checkbox.tsx'
import { Stack } from '../../ui/layout.tsx'
import { NameFields } from '../../widgets/editor-frame/name-fields.tsx'
import type { FormFields } from '../../widgets/editor-frame/use-form.ts'
import type { TaskDraft } from './task-draft.ts'

/** What a task is called, and whether it runs. */
export function TaskBasics({ field }: Pick<FormFields<TaskDraft>, 'field'>) {
  return (
    <Stack gap={4}>
      <NameFields field={field} />
      <Checkbox {...field('is_active')} help="A task that is not active does not run by itself." />
    </Stack>
  )
}
