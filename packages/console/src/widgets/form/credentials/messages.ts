import { catalogue } from '../../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  signInExpired: 'The sign-in took too long. Start again.',
  signInUsed: 'This sign-in has already been used. Start again.',
  signInForeign: 'This sign-in was not started in this browser. Start again.',
  noAccount: 'You have no account here that can be used.',
  providerUnverified: 'The response of the provider could not be verified. Tell your administrator.',
  newPassword: 'New Password',
  verifyPassword: 'Verify Password',
  atLeastCharacters: 'At least {least, number} characters.',
  passwordIsRequired: 'Password is required.',
  passwordTooShort: 'Password must be at least {least, number} characters.',
  passwordsDiffer: 'Passwords do not match.',
  secondStepSkipped: 'Not signed in: the second step was skipped.',
  passkeyUnused: 'No passkey was used.',
  refusedByProvider: 'The provider could not sign you in.',
})
