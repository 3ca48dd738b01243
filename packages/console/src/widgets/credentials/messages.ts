import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  theSignInTookToo: 'The sign-in took too long. Start again.',
  thisSignInHasBeen: 'This sign-in has already been used. Start again.',
  thisSignInWasNot: 'This sign-in was not started in this browser. Start again.',
  youHaveNoAccountHere: 'You have no account here that can be used.',
  whatTheProviderAnsweredCannot:
    'The response of the provider could not be verified. Contact your administrator if it happens again.',
  newPassword: 'New Password',
  verifyPassword: 'Verify Password',
  atLeastCharacters: 'At least {least, number} characters.',
  passwordIsRequired: 'Password is required.',
  passwordMustBeAtLeast: 'Password must be at least {least, number} characters.',
  passwordsDoNotMatch: 'Passwords do not match.',
  notSignedInTheSecond: 'Not signed in: the second step was skipped.',
  noPasskeyWasUsed: 'No passkey was used.',
  refusedByProvider: 'The provider could not sign you in.',
})
