import { pathFields } from './common.ts'
import { type ConfigFields, configString, configText } from './config-field.ts'

const keystoneFields = {
  url: configString({
    authority: 'addresses',
    label: 'Identity URL',
    description: 'URL of the identity service, such as https://cloud.example.com:5000/v3; it ends in /v3 or /v2.0.',
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
  tenant_name: configString({
    authority: 'plain',
    label: 'Tenant Name',
    description: 'The project that the container is in.',
  }),
  region: configString({
    authority: 'plain',
    label: 'Region',
    description: 'Region of the container; empty: the first region.',
  }),
} satisfies ConfigFields

export const openstackConfig = {
  ...keystoneFields,
  domain: configString({
    authority: 'plain',
    label: 'Domain',
    description: 'Identifier of the domain of user and project.',
    default: 'default',
  }),
  ...pathFields,
} satisfies ConfigFields

export const rackspaceConfig = {
  ...keystoneFields,
  api_key: configText({
    authority: 'plain',
    label: 'API Key',
    description: 'The key of that user, instead of a password.',
    secret: 'masked',
  }),
  ...pathFields,
} satisfies ConfigFields
