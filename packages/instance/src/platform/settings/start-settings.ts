/** Settings of configuration as code. */
export const configurationSettings = {
  configFolder: {
    variable: 'MILLWRIGHT_CONFIG',
    flag: 'config',
    value: 'FOLDER',
    fallback: '',
    meaning: 'Folder of configuration to apply at each start, before the instance is ready.',
  },
  configOverlay: {
    variable: 'MILLWRIGHT_CONFIG_OVERLAY',
    flag: 'config-overlay',
    value: 'NAME',
    fallback: '',
    meaning: 'Overlay of that folder to apply, such as production.',
  },
  configLock: {
    variable: 'MILLWRIGHT_CONFIG_LOCK',
    flag: 'config-lock',
    fallback: '0',
    meaning: 'Refuses edits of records that a folder of configuration manages.',
  },
} as const

/** Settings that are read only when a new instance is created. */
export const firstStartSettings = {
  adminEmail: {
    variable: 'MILLWRIGHT_ADMIN_EMAIL',
    flag: 'admin-email',
    value: 'EMAIL',
    fallback: '',
    meaning: 'Email address of the first administrator; ignored once there is one.',
  },
  adminPassword: {
    variable: 'MILLWRIGHT_ADMIN_PASSWORD',
    flag: 'admin-password',
    value: 'PASSWORD',
    isSecret: true,
    fallback: '',
    meaning: 'Password of the first administrator; without it, one is generated and printed once.',
  },
  sampleData: {
    variable: 'MILLWRIGHT_SAMPLE',
    flag: 'sample',
    fallback: '1',
    meaning: 'Creates the service `sample`, a database to experiment with, at first start.',
  },
  demo: {
    variable: 'MILLWRIGHT_DEMO',
    flag: 'demo',
    fallback: '0',
    meaning:
      'Fills a new instance, in `./data-demo` unless a folder is given, with fictitious people, apps, roles and thirty days of traffic.',
  },
} as const
