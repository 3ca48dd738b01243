import type { Notification } from './notify.ts'

/** The one notification of a lost connection, whatever failed for it; it stays until the instance answers again. */
export const connectionLost: Notification = {
  type: 'testing',
  title: 'Connection',
  text: 'The instance does not answer. Nothing you typed is lost; the page goes on when it answers again.',
  tag: 'connection',
}

export const connectionBack: Notification = {
  type: 'success',
  title: 'Connection',
  text: 'The instance answers again.',
  tag: 'connection',
}
