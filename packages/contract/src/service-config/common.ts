import {
  type ConfigFields,
  configBoolean,
  configInteger,
  configPicklist,
  configReference,
  configRows,
  configString,
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

const regions = [
  ['us-east-1', 'US East (N. Virginia)'],
  ['us-east-2', 'US East (Ohio)'],
  ['us-west-1', 'US West (N. California)'],
  ['us-west-2', 'US West (Oregon)'],
  ['ca-central-1', 'Canada (Central)'],
  ['eu-central-1', 'EU (Frankfurt)'],
  ['eu-west-1', 'EU (Ireland)'],
  ['eu-west-2', 'EU (London)'],
  ['eu-west-3', 'EU (Paris)'],
  ['eu-north-1', 'EU (Stockholm)'],
  ['me-south-1', 'Middle East (Bahrain)'],
  ['ap-south-1', 'Asia Pacific (Mumbai)'],
  ['ap-southeast-1', 'Asia Pacific (Singapore)'],
  ['ap-southeast-2', 'Asia Pacific (Sydney)'],
  ['ap-northeast-1', 'Asia Pacific (Tokyo)'],
  ['ap-northeast-2', 'Asia Pacific (Seoul)'],
  ['sa-east-1', 'South America (São Paulo)'],
].map(([name = '', label = '']) => ({ name, label }))

/** Settings of all AWS services. */
export const awsFields = {
  key: configText({
    authority: 'addresses',
    label: 'Access Key ID',
    description: 'The name of the access key.',
    secret: 'sealed',
  }),
  secret: configText({
    authority: 'plain',
    label: 'Secret Access Key',
    description: 'The secret of the access key.',
    secret: 'masked',
  }),
  region: configPicklist({
    authority: 'plain',
    label: 'Region',
    description: 'Location of the account.',
    values: regions,
    required: true,
  }),
} satisfies ConfigFields

export const awsProxy = configString({
  authority: 'addresses',
  label: 'Proxy',
  description: 'URL of a proxy for requests.',
  format: 'url',
})
