/** The settings of the passwords that people may have. */
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
} as const
