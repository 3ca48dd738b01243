import { InstanceError, messageOf } from '../instance/instance-error.ts'
import { commonWords } from '../words/messages.ts'
import { connectionLost } from './connection-lost.ts'
import { notify } from './notify.ts'

/**
 * Shows an error as a notification, in the instance's words; the next one replaces it. All failures caused by a lost connection share one
 * notification.
 */
export function notifyError(error: unknown): void {
  if (error instanceof InstanceError && error.kind === 'unreachable') notify(connectionLost)
  else notify({ type: 'error', title: commonWords.apiError, text: messageOf(error), tag: 'refusal' })
}
