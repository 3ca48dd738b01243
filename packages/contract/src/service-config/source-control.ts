import { type ConfigFields, configPassword, configString, configText } from './config-field.ts'

const accountFields = {
  vendor: configString({
    authority: 'addresses',
    label: 'Account/Organization',
    description: 'Who owns the repositories.',
    required: true,
  }),
  username: configString({ authority: 'addresses', label: 'Username', description: 'The username to sign in with.' }),
  password: configPassword({
    authority: 'plain',
    label: 'Password',
    description: 'The password of that user.',
    secret: 'masked',
  }),
} satisfies ConfigFields

const token = (label: string) =>
  ({ authority: 'plain', label, description: 'An access token of the account.', secret: 'masked' }) as const

export const githubConfig = {
  ...accountFields,
  token: configText({ ...token('GitHub Token'), required: true }),
} satisfies ConfigFields

export const bitbucketConfig = {
  ...accountFields,
  token: configText(token('Bitbucket Token')),
} satisfies ConfigFields

export const gitlabConfig = {
  base_url: configString({
    authority: 'addresses',
    label: 'Base URL',
    description: 'Address of the server.',
    format: 'url',
    required: true,
  }),
  namespace: configString({ authority: 'plain', label: 'Namespace/Group', description: 'Who owns the repositories.' }),
  token: configText({ ...token('GitLab Token'), required: true }),
} satisfies ConfigFields
