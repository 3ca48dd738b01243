import type { QueryClient } from '@tanstack/react-query'
import { invalidateCollection } from '../../instance/collections.ts'
import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { taskMessages } from './messages.ts'
import type { TaskRecord } from './task-draft.ts'

/** Runs a task outside its schedule; requires an additional feature of the server. */
export async function runNow(queryClient: QueryClient, { id, name }: TaskRecord): Promise<void> {
  try {
    await send({ verb: 'POST', path: `system/scheduler/${id}/run` })
    notify({
      type: 'success',
      title: taskMessages.module,
      text: taskMessages.begun({ name: name || taskMessages.taskId({ id: `${id}` }) }),
    })
  } catch (error) {
    notifyError(error)
  }
  await invalidateCollection(queryClient, 'system/scheduler')
}
