import { catalogue } from '../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  connection: 'Connection',
  theInstanceDoesNotAnswer:
    'The instance does not answer. Nothing you typed is lost; this page continues when it answers again.',
  theInstanceAnswersAgain: 'The instance answers again.',
  apiError: 'Api Error',
  notifications: 'Notifications',
  letItGo: 'Unpin',
  keepItOpen: 'Pin',
  dismiss: 'Dismiss',
})
