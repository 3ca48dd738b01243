import { InstanceError, messageOf } from '../instance/instance-error.ts'
import { connectionLost } from './connection-lost.ts'
import { t } from './messages.ts'
import { notify } from './notify.ts'

/**
 * Tells what came between, in the words of the instance; the next such news takes its place. Of a lost connection there is one
 * notification for all that fails because of it.
 */
export function notifyRefusal(error: unknown): void {
  if (error instanceof InstanceError && error.kind === 'unreachable') notify(connectionLost)
  else notify({ type: 'error', title: t.apiError, text: messageOf(error), tag: 'refusal' })
}
