/** Settings for passwords and for notifications about changed sign-in methods. */
export const passwordSettings = {
  passwordMinLength: {
    variable: 'MILLWRIGHT_PASSWORD_MIN',
    flag: 'password-min',
    value: 'NUMBER',
    fallback: '5',
    meaning: 'Minimum length of a password.',
  },
  commonPasswords: {
    variable: 'MILLWRIGHT_PASSWORD_COMMON',
    flag: 'password-common',
    value: 'refuse|allow',
    fallback: 'allow',
    meaning:
      'Whether users may choose one of the most common passwords. Passwords set by administrators are not checked.',
  },
  changeMails: {
    variable: 'MILLWRIGHT_CHANGE_MAILS',
    flag: 'change-mails',
    fallback: '1',
    meaning:
      'Emails users when their password, email address, username, security question, second factor, passkeys, app passwords or access tokens change.',
  },
} as const
