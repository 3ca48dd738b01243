import { cacheFields } from './common.ts'
import {
  type ConfigFields,
  configInteger,
  configPassword,
  configString,
  configText,
  configTexts,
} from './config-field.ts'
import { databaseFields, recordFields, serverFields } from './database.ts'

export const snowflakeConfig = {
  account: configString({
    authority: 'addresses',
    label: 'Account',
    description: 'Identifier of the account, such as myorg-myaccount.',
    required: true,
  }),
  username: configString({
    authority: 'addresses',
    label: 'Username',
    description: 'The user that the public key is assigned to.',
    secret: 'sealed',
    required: true,
  }),
  private_key: configText({
    authority: 'plain',
    label: 'Private Key',
    description: 'The RSA key of that user, in PEM form.',
    secret: 'masked',
    required: true,
  }),
  private_key_passphrase: configPassword({
    authority: 'plain',
    label: 'Private Key Passphrase',
    description: 'The passphrase of the key; empty if it is not encrypted.',
    secret: 'masked',
  }),
  database: configString({
    authority: 'addresses',
    label: 'Database',
    description: 'Name of the database, case-sensitive.',
    required: true,
  }),
  schema: serverFields.schema,
  warehouse: configString({
    authority: 'plain',
    label: 'Warehouse',
    description: 'The warehouse that runs the statements; empty: the default of the user.',
  }),
  role: configString({
    authority: 'plain',
    label: 'Role',
    description: 'The role of the user in Snowflake; empty: the default.',
  }),
  endpoint: configString({
    authority: 'addresses',
    label: 'Endpoint',
    description: 'Address to use instead of https://{account}.snowflakecomputing.com, such as that of a private link.',
    format: 'url',
  }),
  options: databaseFields.options,
  db_functions: databaseFields.db_functions,
  ...recordFields,
} satisfies ConfigFields

export const salesforceConfig = {
  username: configString({
    authority: 'addresses',
    label: 'Username',
    description: 'The username to sign in with; empty: the app itself, by its client credentials.',
    secret: 'sealed',
  }),
  password: configPassword({
    authority: 'plain',
    label: 'Password',
    description: 'The password of that user.',
    secret: 'masked',
  }),
  security_token: configPassword({
    authority: 'plain',
    label: 'Security Token',
    description: 'The security token that Salesforce emailed to that user; not needed from trusted networks.',
    secret: 'masked',
  }),
  client_id: configString({
    authority: 'addresses',
    label: 'Client ID',
    description: 'The consumer key of the connected app.',
    required: true,
  }),
  client_secret: configText({
    authority: 'plain',
    label: 'Client Secret',
    description: 'The consumer secret of the connected app.',
    secret: 'masked',
    required: true,
  }),
  login_url: configString({
    authority: 'addresses',
    label: 'Login URL',
    description: 'Empty: login.salesforce.com. For a sandbox, test.salesforce.com; a custom domain works as well.',
    format: 'url',
  }),
  version: configInteger({
    authority: 'plain',
    label: 'API Version',
    description: 'The version of the REST API, such as 62.',
    between: [40, 200],
    default: 62,
  }),
  objects: configTexts({
    authority: 'plain',
    label: 'Objects',
    description: 'Names of the objects to show, one per row; empty: all that have pages in Salesforce.',
  }),
  options: databaseFields.options,
  ...recordFields,
} satisfies ConfigFields

export const duckdbConfig = {
  storage_service_id: configInteger({
    authority: 'publishes',
    label: 'Storage Service Id',
    description: 'File service that has the files.',
    required: true,
  }),
  storage_container: configString({
    names: 'file',
    authority: 'publishes',
    label: 'Storage Container',
    description: 'Folder of the file service.',
    default: '/',
  }),
  max_records: recordFields.max_records,
  ...cacheFields,
} satisfies ConfigFields
