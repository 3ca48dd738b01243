import { awsFields } from './common.ts'
import {
  type ConfigFields,
  configBoolean,
  configInteger,
  configPicklist,
  configRows,
  configString,
  configText,
} from './config-field.ts'

const parameterFields = {
  parameters: configRows({
    authority: 'decides',
    label: 'Parameters',
    description: 'Values that replace their names in each email.',
    items: {
      name: configString({ authority: 'decides', label: 'Name', required: true }),
      value: configText({ authority: 'decides', label: 'Value' }),
      active: configBoolean({ authority: 'decides', label: 'Active', default: true }),
    },
  }),
} satisfies ConfigFields

const senderFields = {
  from_name: configString({ authority: 'decides', label: 'From Name', description: 'Sender name of emails.', max: 80 }),
  from_email: configString({
    authority: 'decides',
    label: 'From Email',
    description: 'The sender address of emails.',
    format: 'mail_address',
  }),
  reply_to_name: configString({
    authority: 'decides',
    label: 'Reply To Name',
    description: 'Name for replies.',
    max: 80,
  }),
  reply_to_email: configString({
    authority: 'decides',
    label: 'Reply To Email',
    description: 'The address for replies.',
    format: 'mail_address',
  }),
} satisfies ConfigFields

export const localEmailConfig = { ...senderFields, ...parameterFields } satisfies ConfigFields

export const smtpEmailConfig = {
  host: configString({
    authority: 'addresses',
    label: 'Host',
    description: 'Host name or IP address of the mail server.',
    format: 'host',
    required: true,
  }),
  port: configInteger({
    authority: 'addresses',
    label: 'Port',
    description: 'The port of the mail server: mostly 587, or 465 for a connection encrypted from the start.',
    between: [1, 65_535],
    default: 587,
  }),
  encryption: configString({
    authority: 'plain',
    label: 'Encryption',
    description: 'tls: encrypted after the greeting. ssl: encrypted from the start. Empty: when the server offers it.',
    oneOf: ['tls', 'ssl'],
  }),
  username: configText({
    authority: 'addresses',
    label: 'Username',
    description: 'The username to sign in to the mail server with.',
    secret: 'sealed',
  }),
  password: configText({
    authority: 'plain',
    label: 'Password',
    description: 'The password of that user.',
    secret: 'masked',
  }),
  ...parameterFields,
  ...senderFields,
} satisfies ConfigFields

const endpointField = {
  endpoint: configString({
    authority: 'addresses',
    label: 'Endpoint',
    description: 'URL of a server with a compatible API; empty for the default.',
    format: 'url',
  }),
} satisfies ConfigFields

export const mailgunEmailConfig = {
  domain: configString({
    authority: 'addresses',
    label: 'Mailgun Domain',
    description: 'The domain that emails are sent from.',
    required: true,
  }),
  key: configText({
    authority: 'plain',
    label: 'API Key',
    description: 'The key of the account.',
    required: true,
    secret: 'masked',
  }),
  region_endpoint: configPicklist({
    authority: 'addresses',
    label: 'Region Endpoint',
    description: 'Location of the account.',
    values: [
      { name: '', label: 'United States' },
      { name: 'eu', label: 'Europe' },
    ],
    default: '',
  }),
  ...endpointField,
  ...parameterFields,
  ...senderFields,
} satisfies ConfigFields

export const awsSesConfig = {
  ...awsFields,
  key: { ...awsFields.key, required: true },
  secret: { ...awsFields.secret, required: true },
  ...endpointField,
  ...parameterFields,
  ...senderFields,
} satisfies ConfigFields
