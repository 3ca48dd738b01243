import { catalogue } from '../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  connection: 'Connection',
  theInstanceDoesNotAnswer:
    'The instance does not answer. Nothing you typed is lost; the page goes on when it answers again.',
  theInstanceAnswersAgain: 'The instance answers again.',
  apiError: 'Api Error',
  notifications: 'Notifications',
  letItGo: 'Let it go',
  keepItOpen: 'Keep it open',
  dismiss: 'Dismiss',
})
