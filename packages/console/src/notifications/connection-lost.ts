import { t } from './messages.ts'
import type { Notification } from './notify.ts'

/** The single notification of a lost connection, shared by all failures; it stays until the instance responds again. */
export const connectionLost: Notification = {
  type: 'testing',
  title: t.connection,
  text: t.instanceAway,
  tag: 'connection',
}

export const connectionBack: Notification = {
  type: 'success',
  title: t.connection,
  text: t.instanceBack,
  tag: 'connection',
}
