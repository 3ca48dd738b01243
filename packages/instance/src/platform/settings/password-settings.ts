/** The settings of passwords and of what people are told of changes to how they sign in. */
export const passwordSettings = {
  passwordMinLength: {
    variable: 'MILLWRIGHT_PASSWORD_MIN',
    flag: 'password-min',
    value: 'NUMBER',
    fallback: '5',
    meaning: 'Fewest characters of a password.',
  },
  commonPasswords: {
    variable: 'MILLWRIGHT_PASSWORD_COMMON',
    flag: 'password-common',
    value: 'refuse|allow',
    fallback: 'allow',
    meaning:
      'Whether people may choose one of the most common passwords; what administrators give to others is not compared.',
  },
  changeMails: {
    variable: 'MILLWRIGHT_CHANGE_MAILS',
    flag: 'change-mails',
    fallback: '1',
    meaning:
      'People get a mail when their password, e-mail address, user name, security question, second step, passkeys or app passwords were changed.',
  },
} as const
