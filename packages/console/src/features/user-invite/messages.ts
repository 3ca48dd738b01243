import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  email: 'Email',
  username: 'Username',
  isRequired: '{label} is required.',
  code: 'Code',
  enterConfirmationCode: 'Enter confirmation code.',
  enterTheCodeFromThe: 'Enter the code from the email.',
  invitationConfirmation: 'Invitation Confirmation',
  chooseAPasswordToAccept: 'Choose a password to accept the invitation.',
  confirmAdmin: 'Confirm Admin',
  confirmUser: 'Confirm User',
  users: 'Users',
  userConfirmationSuccessful: 'User Confirmation successful.',
  registrationConfirmation: 'Registration Confirmation',
  enterTheCodeFromThe2: 'Enter the code from the email and choose a password.',
  registrationConfirmationSuccessful: 'Registration Confirmation successful.',
  resetPassword: 'Reset Password',
  enterTheCodeFromThe3: 'Enter the code from the email and choose a new password.',
  passwordResetSuccessful: 'Password reset successful.',
  noCodeYet: 'No code yet? <link>Request a reset email</link>',
})
