import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  title: 'Login',
  module: 'Users',
  resetMailSent: "A password reset email has been sent to the user's email address.",
  passwordReset: 'Password reset successful.',
  securityAnswer: 'Security Answer',
  securityQuestion: 'Security Question',
  resetTitle: 'Password Reset',
  resetPassword: 'Reset Password',
  loginForm: 'Login Form',
  requestPasswordReset: 'Request Password Reset',
  enterUsername: 'Enter Username',
  enterEmail: 'Enter Email',
  username: 'Username',
  email: 'Email',
  usePasskey: 'Use a passkey',
  rememberMe: 'Remember Me',
  enterPassword: 'Enter Password',
  password: 'Password',
  services: 'Services:',
  forgotPassword: 'Forgot Password',
  signingYouIn: 'Signing you in',
  opensInNewTab: 'Opens in a new tab. This page continues once you are signed in there.',
  oauthLogin: 'OAuth Login',
  samlLogin: 'SAML 2.0 Login',
})
