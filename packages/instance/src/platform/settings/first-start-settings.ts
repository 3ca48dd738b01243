/** What a new instance gets; read when it is made. */
export const firstStartSettings = {
  adminEmail: {
    variable: 'MILLWRIGHT_ADMIN_EMAIL',
    flag: 'admin-email',
    value: 'EMAIL',
    fallback: '',
    meaning: 'E-mail address of the first administrator; read only while there is none.',
  },
  adminPassword: {
    variable: 'MILLWRIGHT_ADMIN_PASSWORD',
    flag: 'admin-password',
    value: 'PASSWORD',
    fallback: '',
    meaning: 'Password of the first administrator; made up and printed once when absent.',
  },
  sampleData: {
    variable: 'MILLWRIGHT_SAMPLE',
    flag: 'sample',
    fallback: '1',
    meaning: 'A service `sample`, a database to try things on, at first start.',
  },
  demo: {
    variable: 'MILLWRIGHT_DEMO',
    flag: 'demo',
    fallback: '0',
    meaning:
      'A demonstration: a new instance, in `./data-demo` unless a folder is named, is filled with made-up people, apps, roles and thirty days of calls.',
  },
} as const
