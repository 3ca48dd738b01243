import {
  type ConfigFields,
  configBoolean,
  configInteger,
  configPicklist,
  configRows,
  configString,
  configText,
} from './config-field.ts'
import { awsFields } from './file.ts'

const parameterFields = {
  parameters: configRows({
    label: 'Parameters',
    description: 'Values that replace their names in each email.',
    items: {
      name: configString({ label: 'Name', required: true }),
      value: configText({ label: 'Value' }),
      active: configBoolean({ label: 'Active', default: true }),
    },
  }),
} satisfies ConfigFields

const senderFields = {
  from_name: configString({ label: 'From Name', description: 'Sender name of emails.', max: 80 }),
  from_email: configString({
    label: 'From Email',
    description: 'The sender address of emails.',
    format: 'mail_address',
  }),
  reply_to_name: configString({ label: 'Reply To Name', description: 'Name for replies.', max: 80 }),
  reply_to_email: configString({
    label: 'Reply To Email',
    description: 'The address for replies.',
    format: 'mail_address',
  }),
} satisfies ConfigFields

export const localEmailConfig = { ...senderFields, ...parameterFields } satisfies ConfigFields

export const smtpEmailConfig = {
  host: configString({
    destination: true,
    label: 'Host',
    description: 'Host name or IP address of the mail server.',
    format: 'host',
    required: true,
  }),
  port: configInteger({
    destination: true,
    label: 'Port',
    description: 'The port of the mail server: mostly 587, or 465 for a connection encrypted from the start.',
    between: [1, 65_535],
    default: 587,
  }),
  encryption: configString({
    label: 'Encryption',
    description: 'tls: encrypted after the greeting. ssl: encrypted from the start. Empty: when the server offers it.',
    oneOf: ['tls', 'ssl'],
  }),
  username: configText({
    destination: true,
    label: 'Username',
    description: 'The username to sign in to the mail server with.',
    secret: 'sealed',
  }),
  password: configText({ label: 'Password', description: 'The password of that user.', secret: 'masked' }),
  ...parameterFields,
  ...senderFields,
} satisfies ConfigFields

const endpointField = {
  endpoint: configString({
    destination: true,
    label: 'Endpoint',
    description: 'URL of a server with a compatible API; empty for the default.',
    format: 'url',
  }),
} satisfies ConfigFields

export const mailgunEmailConfig = {
  domain: configString({
    destination: true,
    label: 'Mailgun Domain',
    description: 'The domain that emails are sent from.',
    required: true,
  }),
  key: configText({ label: 'API Key', description: 'The key of the account.', required: true, secret: 'masked' }),
  region_endpoint: configPicklist({
    destination: true,
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
