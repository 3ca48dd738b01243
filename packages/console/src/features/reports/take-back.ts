import type { AuditEntry } from '@millwright/contract/records/report'
import type { QueryClient } from '@tanstack/react-query'
import { confirm } from '../../confirm/confirm.ts'
import { send } from '../../instance/send.ts'
import { notify } from '../../notifications/notify.ts'
import { recordOf } from './audit-words.ts'
import { auditMessages } from './messages.ts'

const consequences = {
  created: 'It is deleted.',
  modified: 'Its old values are written again. Secrets stay as they are.',
  deleted: 'It is made again, with a new number. Secrets have to be entered anew.',
} as const

/** Undoes one change, after a question; answers whether it was done. */
export async function takeBack(queryClient: QueryClient, entry: AuditEntry): Promise<boolean> {
  const done = await confirm({
    title: `Take back: ${recordOf(entry)} ${entry.action}?`,
    text: consequences[entry.action as keyof typeof consequences],
    action: 'Take back',
    run: async () => {
      await send({ verb: 'POST', path: `system/audit/${entry.id}/take_back` })
    },
  })
  if (!done) return false
  notify({ type: 'success', title: auditMessages.module, text: auditMessages.takenBack })
  await queryClient.invalidateQueries({ queryKey: ['collection'] })
  return true
}
