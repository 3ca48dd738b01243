import {
  type ConfigFields,
  configInteger,
  configObject,
  configPicklist,
  configString,
  configText,
} from './config-field.ts'

const defaultTtl = configInteger({
  authority: 'plain',
  label: 'Default TTL',
  description: 'Minutes until a value expires, unless a request sets it.',
  between: [0, 0x7fffffff],
  default: 300,
})

const hostFields = (port: number) =>
  ({
    host: configString({
      authority: 'addresses',
      label: 'Host',
      description: 'Host name or IP address of the server.',
      format: 'host',
      default: '127.0.0.1',
    }),
    port: configInteger({
      authority: 'addresses',
      label: 'Port',
      description: 'The port of the server.',
      between: [1, 65_535],
      default: port,
    }),
  }) satisfies ConfigFields

export const cacheLocalConfig = {
  store: configPicklist({
    authority: 'plain',
    label: 'Cache Store',
    description: 'Where values are stored.',
    values: [{ name: 'instance', label: 'This instance' }],
    default: 'instance',
  }),
  default_ttl: defaultTtl,
} satisfies ConfigFields

export const cacheRedisConfig = {
  ...hostFields(6379),
  password: configText({
    authority: 'plain',
    label: 'Password',
    description: 'The password of the server.',
    secret: 'masked',
  }),
  database_index: configInteger({
    authority: 'plain',
    label: 'Database Index',
    description: 'Number of the database on the server.',
    between: [0, 1_000_000],
    default: 0,
  }),
  default_ttl: defaultTtl,
  options: configObject({ authority: 'plain', label: 'Options', description: 'Options of the connection, by name.' }),
} satisfies ConfigFields

export const cacheMemcachedConfig = {
  ...hostFields(11_211),
  default_ttl: defaultTtl,
  options: configObject({ authority: 'plain', label: 'Options', description: 'Options of the connection, by name.' }),
} satisfies ConfigFields
