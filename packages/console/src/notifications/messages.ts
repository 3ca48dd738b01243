import { catalogue } from '../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  connection: 'Connection',
  instanceAway:
    'The instance is not responding. Nothing you typed is lost; this page continues when it responds again.',
  instanceBack: 'The instance is responding again.',
  notifications: 'Notifications',
  letItGo: 'Unpin',
  keepItOpen: 'Pin',
  dismiss: 'Dismiss',
})
