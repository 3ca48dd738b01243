import { awsFields, awsProxy, cacheFields } from './common.ts'
import {
  type ConfigFields,
  configBoolean,
  configInteger,
  configObject,
  configPassword,
  configString,
  configTexts,
} from './config-field.ts'

const port = { label: 'Port Number', between: [1, 65_535] } as const

export const recordFields = {
  allow_upsert: configBoolean({
    authority: 'plain',
    label: 'Allow Upsert',
    description: 'A PUT creates the records that do not exist yet.',
    default: false,
  }),
  max_records: configInteger({
    authority: 'plain',
    label: 'Maximum Records',
    description: 'Maximum number of records in one response; default 1000.',
    from: 1,
    default: 1000,
  }),
  ...cacheFields,
} satisfies ConfigFields

export const databaseFields = {
  options: configObject({
    authority: 'reserved',
    label: 'Driver Options',
    description: 'Options of the connection, by name.',
  }),
  attributes: configObject({
    authority: 'reserved',
    label: 'Driver Attributes',
    description: 'Attributes to set after connecting, by name.',
  }),
  statements: configTexts({
    authority: 'reserved',
    label: 'Additional SQL Statements',
    description: 'SQL to run first on each new connection, one statement per row.',
  }),
  db_functions: configTexts({
    authority: 'reserved',
    label: 'Further Database Functions',
    description: 'Names of further functions that computed fields may use, one per row.',
  }),
  ...recordFields,
} satisfies ConfigFields

export const serverFields = {
  host: configString({
    authority: 'addresses',
    label: 'Host',
    description: 'Host name or IP address of the database server, such as db.example.com.',
    format: 'host',
    required: true,
  }),
  port: configInteger({
    authority: 'addresses',
    ...port,
    description: 'The port of the database; empty: the default.',
  }),
  database: configString({
    authority: 'addresses',
    label: 'Database',
    description: 'Name of the database on that server. A lookup key such as {shop_database} works as well.',
    required: true,
  }),
  username: configString({
    authority: 'addresses',
    label: 'Username',
    description: 'The username to sign in to the database with; a lookup key works as well.',
    secret: 'sealed',
  }),
  password: configPassword({
    authority: 'plain',
    label: 'Password',
    description: 'The password of that user; a private lookup key works as well.',
    secret: 'masked',
  }),
  schema: configString({
    authority: 'plain',
    label: 'Schema',
    description:
      'Empty: all schemas that the user can see. "default": only the default schema of the user. Or the name of one.',
  }),
} satisfies ConfigFields

const timezone = configString({
  authority: 'plain',
  label: 'Timezone',
  description: 'The time zone of the connection, such as UTC or Europe/Vienna.',
  max: 80,
})

export const sqliteConfig = {
  database: configString({
    authority: 'addresses',
    label: 'Database',
    description:
      'Name of the file in the database folder of this instance, or a whole path. A lookup key works as well.',
    required: true,
  }),
  ...databaseFields,
} satisfies ConfigFields

export const mysqlConfig = {
  ...serverFields,
  charset: configString({ authority: 'plain', label: 'Character Set', description: 'Empty: utf8mb4.', max: 80 }),
  collation: configString({
    authority: 'plain',
    label: 'Character Set Collation',
    description: 'How texts are compared and sorted; empty: the default of the character set.',
    max: 80,
  }),
  timezone,
  modes: configString({
    authority: 'plain',
    label: 'Session Modes',
    description: 'SQL modes of the connection, separated by commas.',
  }),
  strict: configBoolean({
    authority: 'plain',
    label: 'Use Strict Mode',
    description: 'Rejects values that are too long or invalid instead of truncating them.',
  }),
  unix_socket: configString({
    authority: 'addresses',
    label: 'Socket Connection',
    description: 'Path of a socket on this machine, used instead of host and port.',
  }),
  ...databaseFields,
} satisfies ConfigFields

export const pgsqlConfig = {
  ...serverFields,
  charset: configString({
    authority: 'plain',
    label: 'Character Set',
    description: 'The encoding of the connection, such as utf8.',
    max: 80,
  }),
  sslmode: configString({
    authority: 'plain',
    label: 'SSL Mode',
    description: 'disable, allow, prefer, require, verify-ca or verify-full.',
    oneOf: ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'],
  }),
  timezone,
  application_name: configString({
    authority: 'plain',
    label: 'Application Name',
    description: 'The name of this connection in the database.',
    max: 63,
  }),
  ...databaseFields,
} satisfies ConfigFields

export const sqlsrvConfig = {
  ...serverFields,
  readonly: configBoolean({
    authority: 'plain',
    label: 'Read Only',
    description: 'Declares the connection as read-only.',
  }),
  pooling: configBoolean({
    authority: 'plain',
    label: 'Enable Connection Pooling',
    description: 'Keeps connections open for the next request.',
  }),
  encrypt: configBoolean({
    authority: 'plain',
    label: 'Encrypted communication',
    description: 'Encrypts the connection.',
  }),
  trust_server_certificate: configBoolean({
    authority: 'plain',
    label: 'Trust server certificate',
    description: 'Does not verify the certificate of the server.',
    default: true,
  }),
  appname: configString({
    authority: 'plain',
    label: 'Application Name',
    description: 'The name of this connection in the database.',
    max: 128,
  }),
  ...databaseFields,
} satisfies ConfigFields

export const mongodbConfig = {
  host: configString({ ...serverFields.host, required: false }),
  port: serverFields.port,
  database: configString({ ...serverFields.database, required: false }),
  username: serverFields.username,
  password: serverFields.password,
  dsn: configString({
    authority: 'addresses',
    label: 'Connection String',
    description: 'mongodb://… with all details; overrides all settings except the options.',
    max: 1000,
    secret: 'masked',
  }),
  options: configObject({
    authority: 'reserved',
    label: 'Database Options',
    description: 'Options of the connection, by name.',
  }),
  driver_options: configObject({
    authority: 'reserved',
    label: 'Driver Options',
    description: 'Options of the driver, by name.',
  }),
  ...recordFields,
} satisfies ConfigFields

export const couchdbConfig = {
  dsn: configString({
    authority: 'addresses',
    label: 'Connection String',
    description: 'URL of the server, such as http://username:password@localhost:5984/db.',
    max: 1000,
    secret: 'masked',
    required: true,
  }),
  options: configObject({
    authority: 'reserved',
    label: 'Database Options',
    description: 'username, password and db, if they are not in the connection string.',
    secret: 'members',
  }),
  ...recordFields,
} satisfies ConfigFields

export const dynamodbConfig = {
  ...awsFields,
  endpoint: configString({
    authority: 'addresses',
    label: 'Endpoint',
    description: 'URL of a server that speaks its protocol; empty for Amazon.',
    format: 'url',
  }),
  proxy: awsProxy,
  ...recordFields,
} satisfies ConfigFields
