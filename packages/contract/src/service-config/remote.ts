import { cacheFields } from './common.ts'
import {
  type ConfigFields,
  configBoolean,
  configObject,
  configPassword,
  configPicklist,
  configRows,
  configString,
  configText,
  configVerbs,
} from './config-field.ts'

const named = {
  name: configString({ authority: 'decides', label: 'Name', required: true }),
  value: configText({ authority: 'decides', label: 'Value', secret: 'masked' }),
} satisfies ConfigFields

export const rwsConfig = {
  base_url: configText({
    authority: 'addresses',
    label: 'Base URL',
    description:
      'URL that requests go to; the path after the name of this service is appended. Empty: as in the API description.',
    format: 'url',
  }),
  replace_link: configBoolean({
    authority: 'decides',
    label: 'Replace Hyperlinks',
    description: 'Rewrites links in responses to lead through this service.',
    default: false,
  }),
  implements_access_list: configBoolean({
    authority: 'decides',
    label: 'Remote Implements Access List',
    description:
      'Asks the remote API for the components that roles can use. Otherwise they come from the API description.',
    default: false,
  }),
  preserve_forward_trailing_slash: configBoolean({
    authority: 'decides',
    label: 'Keep Trailing Slash',
    description: 'Keeps a slash at the end of the path.',
    default: false,
  }),
  options: configObject({
    authority: { addresses: ['PROXY', 'PROXYPORT', 'SSL_VERIFYPEER'] },
    label: 'CURL Options',
    description:
      'Options of the connection by their names in curl, such as CURLOPT_TIMEOUT (seconds) or CURLOPT_FOLLOWLOCATION.',
    secret: 'members',
  }),
  parameters: configRows({
    authority: 'decides',
    label: 'Parameters',
    description:
      'Query parameters. Outbound: sent with each request. Cache Key: part of the cache key. Exclude: removes what callers send by that name from both.',
    items: {
      ...named,
      exclude: configBoolean({ authority: 'decides', label: 'Exclude', default: false }),
      outbound: configBoolean({ authority: 'decides', label: 'Outbound', default: false }),
      cache_key: configBoolean({ authority: 'decides', label: 'Cache Key', default: false }),
      action: configVerbs({ authority: 'decides', label: 'Verbs', default: 0 }),
    },
  }),
  headers: configRows({
    authority: 'decides',
    label: 'Headers',
    description:
      'Headers of requests. Pass From Client: sends the header of that name from the caller instead of the value.',
    items: {
      ...named,
      pass_from_client: configBoolean({ authority: 'decides', label: 'Pass From Client', default: false }),
      action: configVerbs({ authority: 'decides', label: 'Verbs', default: 0 }),
    },
  }),
  oauth_token_url: configText({
    authority: 'addresses',
    label: 'OAuth2 Token URL',
    description:
      'Issues tokens by client credentials. Requests carry one if this, the client ID and the secret are set.',
    format: 'url',
  }),
  oauth_client_id: configString({
    authority: 'addresses',
    label: 'OAuth2 Client ID',
    description: 'Identifies this instance to the token URL.',
  }),
  oauth_client_secret: configPassword({
    authority: 'decides',
    label: 'OAuth2 Client Secret',
    description: 'The secret of the client ID.',
    max: 4096,
    secret: 'masked',
  }),
  oauth_grant_type: configPicklist({
    authority: 'decides',
    label: 'OAuth2 Grant Type',
    description: 'How the token URL is asked for a token.',
    values: [{ name: 'client_credentials', label: 'Client Credentials' }],
    default: 'client_credentials',
  }),
  oauth_scope: configText({
    authority: 'decides',
    label: 'OAuth2 Scope',
    description: 'Scopes of the token, separated by spaces.',
  }),
  oauth_auth_method: configPicklist({
    authority: 'decides',
    label: 'OAuth2 Client Authentication',
    description: 'How the client ID and the secret are sent to the token URL.',
    values: [
      { name: 'basic_header', label: 'HTTP Basic' },
      { name: 'post_body', label: 'Request body' },
    ],
    default: 'basic_header',
  }),
  oauth_audience: configText({
    authority: 'decides',
    label: 'OAuth2 Audience',
    description: 'The API that the token is for, if the token URL expects it.',
  }),
  oauth_extra: configObject({
    authority: 'decides',
    label: 'OAuth2 Parameters',
    description: 'Further parameters of the request for a token.',
    secret: 'members',
  }),
  ...cacheFields,
} satisfies ConfigFields

export const soapConfig = {
  wsdl: configString({
    authority: 'addresses',
    label: 'WSDL URI',
    description: 'URL of the service description, such as https://example.com/service?wsdl.',
    format: 'url',
    required: true,
  }),
  options: configObject({
    authority: { addresses: ['LOCATION', 'LOGIN'] },
    label: 'Options',
    description:
      'Options of the connection: location, login and password (HTTP Basic), soap_version (1.1 or 1.2), timeout (seconds).',
    secret: 'members',
  }),
  headers: configRows({
    authority: 'decides',
    label: 'Headers',
    description: 'Headers of each message; those of the type WSSE go into the security header.',
    items: {
      type: configPicklist({
        authority: 'decides',
        label: 'Type',
        values: [
          { name: 'generic', label: 'Generic' },
          { name: 'wsse', label: 'WSSE' },
        ],
        default: 'generic',
      }),
      namespace: configString({ authority: 'decides', label: 'Namespace' }),
      name: configString({ authority: 'decides', label: 'Name' }),
      data: configText({ authority: 'decides', label: 'Data', secret: 'masked' }),
      mustunderstand: configBoolean({ authority: 'decides', label: 'Must Understand', default: false }),
      actor: configString({ authority: 'decides', label: 'Actor' }),
    },
  }),
  wsse_username_token: configObject({
    authority: 'plain',
    label: 'WSSE Username Token',
    description: 'The user of the security header: username, password, and digest (true) to send a digest of it.',
    secret: 'masked',
  }),
} satisfies ConfigFields

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
