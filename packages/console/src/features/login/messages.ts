/** Sentences of the pages for people who are not signed in. */
export const authMessages = {
  module: 'Users',
  resetMailSent: "A password reset email has been sent to the user's email address.",
  passwordReset: 'Password reset successful.',
}
