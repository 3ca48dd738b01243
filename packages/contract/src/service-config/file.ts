import { awsFields, awsProxy, pathFields } from './common.ts'
import {
  type ConfigFields,
  configBoolean,
  configInteger,
  configPicklist,
  configString,
  configText,
} from './config-field.ts'
import { mongodbConfig } from './database.ts'

const rootFolder = {
  public_path: pathFields.public_path,
  container: configText({
    authority: 'publishes',
    label: 'Root Folder',
    description: 'The folder on the server that holds the files.',
    required: true,
  }),
} satisfies ConfigFields

export const localFileConfig = {
  public_path: pathFields.public_path,
  container: configText({
    authority: 'publishes',
    label: 'Root Folder',
    description: 'Name of the folder with the files; created in the storage folder of this instance.',
    required: true,
  }),
} satisfies ConfigFields

export const awsS3Config = {
  ...awsFields,
  endpoint: configString({
    authority: 'addresses',
    label: 'Endpoint',
    description: 'URL of an S3-compatible storage, such as https://minio.example.com; empty for Amazon.',
    format: 'url',
  }),
  proxy: awsProxy,
  ...pathFields,
} satisfies ConfigFields

const hostFields = (port: number) =>
  ({
    host: configString({
      authority: 'addresses',
      label: 'Host',
      description: 'Host name or IP address of the server.',
      format: 'host',
      required: true,
    }),
    port: configInteger({
      authority: 'addresses',
      label: 'Port',
      description: 'The port of the server.',
      between: [1, 65_535],
      default: port,
    }),
    username: configText({
      authority: 'addresses',
      label: 'Username',
      description: 'The username to sign in with.',
      secret: 'sealed',
    }),
    password: configText({
      authority: 'plain',
      label: 'Password',
      description: 'The password of that user.',
      secret: 'masked',
    }),
  }) satisfies ConfigFields

const timeout = configInteger({
  authority: 'plain',
  label: 'Timeout',
  description: 'Timeout in seconds.',
  between: [1, 3600],
  default: 90,
})

export const ftpFileConfig = {
  ...hostFields(21),
  ssl: configBoolean({ authority: 'plain', label: 'SSL', description: 'Encrypts the connection.', default: false }),
  timeout,
  passive: configBoolean({
    authority: 'plain',
    label: 'Passive',
    description: 'The client opens all connections, as most firewalls require.',
    default: true,
  }),
  ...rootFolder,
} satisfies ConfigFields

export const sftpFileConfig = {
  ...hostFields(22),
  timeout,
  host_fingerprint: configText({
    authority: 'plain',
    label: 'Host Finger Print',
    description: 'The fingerprint of the key of the server, such as SHA256:…; empty: any key is accepted.',
  }),
  private_key: configText({
    authority: 'plain',
    label: 'Private Key',
    description: 'A key to sign in with instead of a password.',
    secret: 'masked',
  }),
  ...rootFolder,
} satisfies ConfigFields

export const webdavFileConfig = {
  base_uri: configString({
    authority: 'addresses',
    label: 'Base URI',
    description: 'URL of the folder with the files.',
    format: 'url',
    required: true,
  }),
  username: configText({
    authority: 'addresses',
    label: 'Username',
    description: 'The username to sign in with.',
    secret: 'sealed',
  }),
  password: configText({
    authority: 'plain',
    label: 'Password',
    description: 'The password of that user.',
    secret: 'masked',
  }),
  auth_type: configInteger({
    authority: 'plain',
    label: 'Authentication Type',
    description:
      'Stored for other servers: 1 for Basic, 2 for Digest. This one authenticates as the WebDAV server requests.',
  }),
  encoding: configInteger({
    authority: 'plain',
    label: 'Encoding',
    description: 'Stored for other servers; not used by this one.',
  }),
  proxy: configString({
    authority: 'addresses',
    label: 'Proxy',
    description: 'URL of a proxy for requests.',
    format: 'url',
  }),
  ...pathFields,
} satisfies ConfigFields

export const azureBlobConfig = {
  account_name: configString({
    authority: 'addresses',
    label: 'Account Name',
    description: 'Name of the storage account.',
    required: true,
  }),
  account_key: configText({
    authority: 'plain',
    label: 'Account Key',
    description: 'One of the two keys of the account, as the portal shows them.',
    required: true,
    secret: 'masked',
  }),
  protocol: configPicklist({
    authority: 'addresses',
    label: 'Protocol',
    description: 'How Azure is reached, without an endpoint.',
    values: ['https', 'http'].map((name) => ({ name, label: name.toUpperCase() })),
    default: 'https',
  }),
  endpoint: configString({
    authority: 'addresses',
    label: 'Endpoint',
    description:
      'URL of the Blob service if it differs from that of the account, as in national clouds; empty for Azure.',
    format: 'url',
  }),
  ...pathFields,
} satisfies ConfigFields

export const gridfsConfig = {
  host: mongodbConfig.host,
  port: mongodbConfig.port,
  database: mongodbConfig.database,
  username: mongodbConfig.username,
  password: mongodbConfig.password,
  dsn: mongodbConfig.dsn,
  options: mongodbConfig.options,
  driver_options: mongodbConfig.driver_options,
  bucket_name: configString({
    authority: 'publishes',
    label: 'Bucket Name',
    description: 'Prefix of the collections with the files.',
    default: 'fs',
  }),
  public_path: pathFields.public_path,
} satisfies ConfigFields

export const hdfsConfig = {
  ...hostFields(9870),
  password: configText({
    authority: 'plain',
    label: 'Password',
    description: 'The password of that user, where a gateway such as Knox asks for it.',
    secret: 'masked',
  }),
  token: configText({
    authority: 'plain',
    label: 'Delegation Token',
    description: 'A token of the cluster to sign in with, where it uses Kerberos.',
    secret: 'masked',
  }),
  ssl: configBoolean({ authority: 'addresses', label: 'SSL', description: 'Encrypts the connection.', default: false }),
  base_path: configString({
    authority: 'addresses',
    label: 'Base Path',
    description: 'Path of WebHDFS where it is behind a gateway, such as gateway/default/webhdfs/v1.',
    default: 'webhdfs/v1',
  }),
  ...rootFolder,
} satisfies ConfigFields
