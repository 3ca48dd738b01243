import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  isRequired: '{label} is required.',
  enterConfirmationCode: 'Enter confirmation code.',
  codeMissing: 'Enter the code from the email.',
  invitationConfirmation: 'Invitation Confirmation',
  acceptHelp: 'Choose a password to accept the invitation.',
  confirmAdmin: 'Confirm Admin',
  confirmUser: 'Confirm User',
  userConfirmationSuccessful: 'User Confirmation successful.',
  registrationConfirmation: 'Registration Confirmation',
  confirmHelp: 'Enter the code from the email and choose a password.',
  registrationConfirmationSuccessful: 'Registration Confirmation successful.',
  resetPassword: 'Reset Password',
  resetHelp: 'Enter the code from the email and choose a new password.',
  passwordResetSuccessful: 'Password reset successful.',
  noCodeYet: 'No code yet? <link>Request a reset email</link>',
})
