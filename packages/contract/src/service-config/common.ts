import {
  type ConfigFields,
  configBoolean,
  configInteger,
  configReference,
  configRows,
  configText,
  configTexts,
} from './config-field.ts'

/** Caching of responses to reads. */
export const cacheFields = {
  cache_enabled: configBoolean({
    authority: 'plain',
    label: 'Data Retrieval Caching Enabled',
    description: 'Caches responses to reads.',
    default: false,
  }),
  cache_ttl: configInteger({
    authority: 'plain',
    label: 'Cache Time To Live (seconds)',
    description: 'How long a response is cached.',
    between: [0, 0x7fffffff],
    default: 0,
  }),
} satisfies ConfigFields

/** The location of a file service's files, and which of them are public. */
export const pathFields = {
  public_path: configTexts({
    authority: 'publishes',
    label: 'Public Path',
    description: 'Folders whose files anyone can read without signing in, by the URL of this server.',
  }),
  container: configText({
    authority: 'publishes',
    label: 'Container',
    description: 'The bucket or folder that holds the files.',
    required: true,
  }),
} satisfies ConfigFields

export const roleMapFields = {
  app_role_map: configRows({
    authority: 'reserved',
    label: 'Role per App',
    description: 'Assigns a role in an app to new users.',
    items: {
      app_id: configReference({ authority: 'reserved', label: 'App', source: 'app', required: true, unique: true }),
      role_id: configReference({ authority: 'reserved', label: 'Role', source: 'role', required: true }),
    },
  }),
} satisfies ConfigFields
