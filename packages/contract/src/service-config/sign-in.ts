import { roleMapFields } from './common.ts'
import {
  type ConfigFields,
  configBoolean,
  configMultiPicklist,
  configPicklist,
  configReference,
  configRows,
  configString,
  configText,
  configTexts,
} from './config-field.ts'
import { signatureAlgorithms } from './signature-algorithms.ts'

export const defaultRole = {
  default_role: configReference({
    authority: 'reserved',
    label: 'Default Role',
    description: 'The role of users who sign in this way for the first time.',
    source: 'role',
  }),
} satisfies ConfigFields

export const roleMap = {
  app_role_map: {
    ...roleMapFields.app_role_map,
    description: 'The role of users in an app. Set at each sign-in, replacing the previous one.',
  },
} satisfies ConfigFields

const iconClass = configString({
  authority: 'reserved',
  label: 'Icon Class',
  description: 'Icon on the login page, by the name of a provider, such as fa-github.',
})

const clientFields = {
  client_id: configString({
    authority: 'addresses',
    label: 'Client ID',
    description: 'The client ID or entity ID of this instance at the provider.',
    required: true,
  }),
  client_secret: configText({
    authority: 'reserved',
    label: 'Client Secret',
    description: 'The secret of the client.',
    required: true,
    secret: 'masked',
  }),
  redirect_url: configString({
    authority: 'reserved',
    label: 'Redirect URL',
    description: 'URL that the provider redirects to: the login page of a console, https://console.example.com/login.',
    format: 'url',
    required: true,
  }),
} satisfies ConfigFields

const newUsers = {
  allow_new_users: configBoolean({
    authority: 'reserved',
    label: 'Allow New Users',
    description: 'Creates accounts for users who have none yet.',
    default: true,
  }),
} satisfies ConfigFields

/** What in a provider's token tells which program it is for. */
export const programClaims = ['client', 'subject', 'role'] as const

/** Programs that sign in with access tokens of the provider. */
const programFields = {
  program_accounts: configRows({
    authority: 'reserved',
    label: 'Program Accounts',
    description:
      'Gives programs with an access token of the provider the session of a user, by the first matching row.',
    items: {
      claim: configPicklist({
        authority: 'reserved',
        label: 'Identified By',
        required: true,
        default: 'client',
        values: [
          { name: 'client', label: 'Client ID' },
          { name: 'subject', label: 'Subject' },
          { name: 'role', label: 'App Role' },
        ],
      }),
      value: configString({ authority: 'reserved', label: 'Value', required: true }),
      account: configString({
        authority: 'reserved',
        label: 'Account',
        description: 'Email address of a user.',
        format: 'mail_address',
        required: true,
      }),
    },
  }),
  program_audiences: configTexts({
    authority: 'reserved',
    label: 'Program Audiences',
    description:
      'Accepted audiences (aud) of these tokens: this API, as the provider identifies it. Required with accounts.',
  }),
  program_issuers: configTexts({
    authority: 'reserved',
    label: 'Program Issuers',
    description: 'Accepted issuers (iss) of these tokens; empty for the issuer in the discovery document.',
  }),
  program_algorithms: configMultiPicklist({
    authority: 'reserved',
    label: 'Program Algorithms',
    description: 'Accepted signature algorithms of these tokens; none selected: all of them.',
    legend: 'Accepted algorithms',
    columns: 3,
    values: signatureAlgorithms.map((name) => ({ name, label: name })),
  }),
} satisfies ConfigFields

const oauthFields = {
  ...defaultRole,
  ...clientFields,
  icon_class: iconClass,
  custom_provider: configBoolean({
    authority: 'reserved',
    label: 'Custom Provider',
    description: 'For other servers; this one knows the provider by its type, and any other by OpenID Connect.',
    default: false,
  }),
  ...newUsers,
} satisfies ConfigFields

export const oauthConfig = { ...oauthFields, ...roleMap } satisfies ConfigFields

export const oauthGoogleConfig = {
  ...oauthFields,
  map_group_to_role: configBoolean({
    authority: 'reserved',
    label: 'Map Group to Role',
    description:
      'Assigns roles by the Google groups that users are direct members of. Needs the Cloud Identity API for the client.',
    default: false,
  }),
  group_role_map: configRows({
    authority: 'reserved',
    label: 'Role per Group',
    description: 'Maps groups to roles; for users in several groups, the first row applies.',
    items: {
      role_id: configReference({ authority: 'reserved', label: 'Role', source: 'role', required: true }),
      group_email: configString({
        authority: 'reserved',
        label: 'Group Email',
        format: 'mail_address',
        required: true,
      }),
    },
  }),
  ...roleMap,
} satisfies ConfigFields

export const oauthAzureConfig = {
  ...oauthFields,
  tenant_id: configString({
    authority: 'addresses',
    label: 'Tenant ID',
    description: 'The ID of the tenant that the users belong to.',
  }),
  resource: configString({ authority: 'reserved', label: 'Resource', description: 'Scopes to request.' }),
  ...roleMap,
  ...programFields,
} satisfies ConfigFields

const endpoint = (label: string, description: string) =>
  configString({ authority: 'addresses', label, description, format: 'url' })

export const oidcConfig = {
  ...defaultRole,
  discovery_document: endpoint('Discovery Document', 'URL of the discovery document of the provider.'),
  auth_endpoint: endpoint('Authorization Endpoint', 'Required without a discovery document.'),
  token_endpoint: endpoint('Token Endpoint', 'Required without a discovery document.'),
  user_endpoint: endpoint('User Info Endpoint', 'URL of the UserInfo endpoint.'),
  validate_id_token: configBoolean({
    authority: 'reserved',
    label: 'Validate ID Token',
    description: 'Verifies the signature of ID tokens.',
    default: false,
  }),
  jwks_uri: endpoint('JWKS URI', 'Keys to check signatures with; needed for that without a discovery document.'),
  scopes: configString({
    authority: 'reserved',
    label: 'Scopes',
    description: 'Scopes to request, separated by commas; required without a discovery document.',
  }),
  ...clientFields,
  icon_class: iconClass,
  ...newUsers,
  ...roleMap,
  ...programFields,
} satisfies ConfigFields

export const samlConfig = {
  ...defaultRole,
  sp_nameIDFormat: configText({
    authority: 'reserved',
    label: 'SP Name ID Format',
    description: 'Format of the name ID.',
    default: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  }),
  sp_x509cert: configText({
    authority: 'reserved',
    label: 'SP X.509 Certificate',
    description: 'Certificate of this instance.',
  }),
  sp_privateKey: configText({
    authority: 'reserved',
    label: 'SP Private Key',
    description: 'The private key of the certificate.',
    secret: 'masked',
  }),
  relay_state: configText({
    authority: 'reserved',
    label: 'Relay State',
    description:
      'URL that users are sent to after signing in, with _token_ in place of their session token; for this console /login?session_token=_token_.',
  }),
  idp_entityId: configText({
    authority: 'reserved',
    label: 'IdP Entity ID',
    description: 'The entity ID of the provider.',
    required: true,
  }),
  idp_singleSignOnService_url: configText({
    authority: 'reserved',
    label: 'IdP Single Sign-On Service URL',
    description: 'URL that users are sent to for signing in.',
    format: 'url',
    required: true,
  }),
  idp_singleLogoutService_url: configText({
    authority: 'reserved',
    label: 'IdP Single Logout Service URL',
    description:
      'URL that users are sent to for signing out at the provider, too; requires the certificate and key above.',
    format: 'url',
  }),
  request_binding: configPicklist({
    authority: 'reserved',
    label: 'Request Binding',
    description: 'How users are sent there: by a redirect, or by a form that the browser posts.',
    default: 'redirect',
    values: [
      { name: 'redirect', label: 'HTTP-Redirect' },
      { name: 'post', label: 'HTTP-POST' },
    ],
  }),
  idp_x509cert: configText({
    authority: 'reserved',
    label: 'IdP X.509 Certificate',
    description: 'Certificate of the provider; while it changes its key, both, one after the other.',
  }),
  allow_unsolicited: configBoolean({
    authority: 'reserved',
    label: 'Allow Provider-Initiated Sign-In',
    description: 'Accepts unsolicited responses of the provider, which users can be tricked into submitting.',
    default: false,
  }),
  attribute_map: configRows({
    authority: 'reserved',
    label: 'Attribute Map',
    description: 'Maps attributes of the provider to fields of the user; the usual names are known.',
    items: {
      part: configPicklist({
        authority: 'reserved',
        label: 'About People',
        required: true,
        values: [
          { name: 'email', label: 'Email' },
          { name: 'first_name', label: 'First Name' },
          { name: 'last_name', label: 'Last Name' },
          { name: 'name', label: 'Display Name' },
        ],
      }),
      attribute: configString({ authority: 'reserved', label: 'Attribute', required: true }),
    },
  }),
  icon_class: iconClass,
  ...roleMap,
} satisfies ConfigFields
