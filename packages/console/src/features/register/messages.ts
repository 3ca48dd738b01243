import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  registrationSuccess: 'Registration Success',
  thankYouForRegisteringA: 'Thank you for registering. Check your email for a link to confirm your account.',
  ifItDoesNotArrive: 'If it does not arrive within a few minutes, check your spam folder.',
  backToLogin: 'Back to Login',
  register: 'Register',
  username: 'Username',
  email: 'Email',
  firstName: 'First Name',
  lastName: 'Last Name',
  displayName: 'Display Name',
  password: 'Password',
  isRequired: '{label} is required.',
  passwordAndConfirmPasswordDo: 'Password and confirm password do not match.',
  validationFailed: 'Validation failed. {reason}',
})
