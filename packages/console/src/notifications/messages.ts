import { catalogue } from '../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  connection: 'Connection',
  theInstanceDoesNotAnswer:
    'The instance is not responding. Nothing you typed is lost; this page continues when it responds again.',
  theInstanceAnswersAgain: 'The instance is responding again.',
  apiError: 'Api Error',
  notifications: 'Notifications',
  letItGo: 'Unpin',
  keepItOpen: 'Pin',
  dismiss: 'Dismiss',
})
