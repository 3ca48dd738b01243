import { t } from './messages.ts'
import type { Notification } from './notify.ts'

/** The one notification of a lost connection, whatever failed for it; it stays until the instance answers again. */
export const connectionLost: Notification = {
  type: 'testing',
  get title() {
    return t.connection
  },
  get text() {
    return t.theInstanceDoesNotAnswer
  },
  tag: 'connection',
}

export const connectionBack: Notification = {
  type: 'success',
  get title() {
    return t.connection
  },
  get text() {
    return t.theInstanceAnswersAgain
  },
  tag: 'connection',
}
