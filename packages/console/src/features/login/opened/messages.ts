import { catalogue } from '../../../language/catalogue.ts'

/** Texts of the dialogs to sign in again, and for a second step. */
export const t = catalogue({
  title: 'Login',
  usePasskey: 'Use a passkey',
  passkeyUnusable: 'This account has a passkey, which does not work at this URL. Open the instance by its host name.',
  finishByPasskey: 'Use your passkey to finish signing in.',
  finishByCode: 'Enter the code from your app to finish signing in.',
  finishByEither: 'Use a passkey, or enter a code, to finish signing in.',
  sixDigits: 'Six digits from your app.',
  codeHelp: 'Six digits from your app, or a recovery code.',
  signIn: 'Sign in',
  codeRequired: 'This instance requires a one-time code in addition to your password.',
  secondStep: 'Second step',
  secondStepTitle: 'Set up a second step',
  codeMissing: 'Enter the code first.',
  sessionEnded: 'Your session has ended. Sign in to continue where you left off; nothing you typed is lost.',
})
