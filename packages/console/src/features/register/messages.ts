import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  registrationSuccess: 'Registration Success',
  registeredHelp: 'Thank you for registering. Check your email for a link to confirm your account.',
  mailMissingHelp: 'If it does not arrive within a few minutes, check your spam folder.',
  backToLogin: 'Back to Login',
  register: 'Register',
  firstName: 'First Name',
  lastName: 'Last Name',
  displayName: 'Display Name',
  isRequired: '{label} is required.',
  passwordsDiffer: 'Password and confirm password do not match.',
  validationFailed: 'Validation failed. {reason}',
})
