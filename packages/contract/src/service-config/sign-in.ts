import { roleMapFields } from './common.ts'
import {
  type ConfigFields,
  configBoolean,
  configPassword,
  configPicklist,
  configReference,
  configRows,
  configString,
  configText,
} from './config-field.ts'

const defaultRole = {
  default_role: configReference({
    label: 'Default Role',
    description: 'The role of users who sign in this way for the first time.',
    source: 'role',
  }),
} satisfies ConfigFields

const roleMap = {
  app_role_map: {
    ...roleMapFields.app_role_map,
    description: 'The role of users in an app. Set at each sign-in, replacing the previous one.',
  },
} satisfies ConfigFields

const iconClass = configString({
  label: 'Icon Class',
  description: 'Icon on the login page, by the name of a provider, such as fa-github.',
})

const clientFields = {
  client_id: configString({
    destination: true,
    label: 'Client ID',
    description: 'The client ID or entity ID of this instance at the provider.',
    required: true,
  }),
  client_secret: configText({
    label: 'Client Secret',
    description: 'The secret of the client.',
    required: true,
    secret: 'masked',
  }),
  redirect_url: configString({
    label: 'Redirect URL',
    description: 'URL that the provider redirects to: the login page of a console, https://console.example.com/login.',
    format: 'url',
    required: true,
  }),
} satisfies ConfigFields

const newUsers = {
  allow_new_users: configBoolean({
    label: 'Allow New Users',
    description: 'Creates accounts for users who have none yet.',
    default: true,
  }),
} satisfies ConfigFields

const oauthFields = {
  ...defaultRole,
  ...clientFields,
  icon_class: iconClass,
  custom_provider: configBoolean({
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
    label: 'Map Group to Role',
    description:
      'Assigns roles by the Google groups that users are direct members of. Needs the Cloud Identity API for the client.',
    default: false,
  }),
  group_role_map: configRows({
    label: 'Role per Group',
    description: 'Maps groups to roles; for users in several groups, the first row applies.',
    items: {
      role_id: configReference({ label: 'Role', source: 'role', required: true }),
      group_email: configString({ label: 'Group Email', format: 'mail_address', required: true }),
    },
  }),
  ...roleMap,
} satisfies ConfigFields

export const oauthAzureConfig = {
  ...oauthFields,
  tenant_id: configString({
    destination: true,
    label: 'Tenant ID',
    description: 'The ID of the tenant that the users belong to.',
  }),
  resource: configString({ label: 'Resource', description: 'Scopes to request.' }),
  ...roleMap,
} satisfies ConfigFields

const endpoint = (label: string, description: string) =>
  configString({ label, description, format: 'url', destination: true })

export const oidcConfig = {
  ...defaultRole,
  discovery_document: endpoint('Discovery Document', 'URL of the discovery document of the provider.'),
  auth_endpoint: endpoint('Authorization Endpoint', 'Required without a discovery document.'),
  token_endpoint: endpoint('Token Endpoint', 'Required without a discovery document.'),
  user_endpoint: endpoint('User Info Endpoint', 'URL of the UserInfo endpoint.'),
  validate_id_token: configBoolean({
    label: 'Validate ID Token',
    description: 'Verifies the signature of ID tokens.',
    default: false,
  }),
  jwks_uri: endpoint('JWKS URI', 'Keys to check signatures with; needed for that without a discovery document.'),
  scopes: configString({
    label: 'Scopes',
    description: 'Scopes to request, separated by commas; required without a discovery document.',
  }),
  ...clientFields,
  icon_class: iconClass,
  ...newUsers,
  ...roleMap,
} satisfies ConfigFields

export const samlConfig = {
  ...defaultRole,
  sp_nameIDFormat: configText({
    label: 'SP Name ID Format',
    description: 'Format of the name ID.',
    default: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  }),
  sp_x509cert: configText({ label: 'SP X.509 Certificate', description: 'Certificate of this instance.' }),
  sp_privateKey: configText({
    label: 'SP Private Key',
    description: 'The private key of the certificate.',
    secret: 'masked',
  }),
  relay_state: configText({
    label: 'Relay State',
    description:
      'URL that users are sent to after signing in, with _token_ in place of their session token; for this console /login?session_token=_token_.',
  }),
  idp_entityId: configText({ label: 'IdP Entity ID', description: 'The entity ID of the provider.', required: true }),
  idp_singleSignOnService_url: configText({
    label: 'IdP Single Sign-On Service URL',
    description: 'URL that users are sent to for signing in.',
    format: 'url',
    required: true,
  }),
  idp_singleLogoutService_url: configText({
    label: 'IdP Single Logout Service URL',
    description:
      'URL that users are sent to for signing out at the provider, too; requires the certificate and key above.',
    format: 'url',
  }),
  request_binding: configPicklist({
    label: 'Request Binding',
    description: 'How users are sent there: by a redirect, or by a form that the browser posts.',
    default: 'redirect',
    values: [
      { name: 'redirect', label: 'HTTP-Redirect' },
      { name: 'post', label: 'HTTP-POST' },
    ],
  }),
  idp_x509cert: configText({
    label: 'IdP X.509 Certificate',
    description: 'Certificate of the provider; while it changes its key, both, one after the other.',
  }),
  allow_unsolicited: configBoolean({
    label: 'Allow Provider-Initiated Sign-In',
    description: 'Accepts unsolicited responses of the provider, which users can be tricked into submitting.',
    default: false,
  }),
  attribute_map: configRows({
    label: 'Attribute Map',
    description: 'Maps attributes of the provider to fields of the user; the usual names are known.',
    items: {
      part: configPicklist({
        label: 'About People',
        required: true,
        values: [
          { name: 'email', label: 'Email' },
          { name: 'first_name', label: 'First Name' },
          { name: 'last_name', label: 'Last Name' },
          { name: 'name', label: 'Display Name' },
        ],
      }),
      attribute: configString({ label: 'Attribute', required: true }),
    },
  }),
  icon_class: iconClass,
  ...roleMap,
} satisfies ConfigFields

const directoryFields = {
  ...defaultRole,
  host: configString({
    destination: true,
    label: 'Host',
    description:
      'The directory server, such as dc1.example.com or ldaps://dc1.example.com:636; several, separated by commas, are tried in turn.',
    required: true,
  }),
  base_dn: configString({
    label: 'Base DN',
    description: 'The entry below which users are searched for, such as dc=example,dc=com.',
    required: true,
  }),
  account_suffix: configString({
    label: 'Account Suffix',
    description: 'Appended to usernames, such as @example.com.',
  }),
  map_group_to_role: configBoolean({
    label: 'Map Group to Role',
    description: 'Assigns the role whose distinguished name is that of a group of the user.',
    default: false,
  }),
} satisfies ConfigFields

const groupHierarchy = {
  map_group_hierarchy: configBoolean({
    label: 'Allow Group Hierarchy When Mapping',
    description: 'Includes nested groups.',
    default: false,
  }),
} satisfies ConfigFields

const searcherFields = {
  username: configString({
    destination: true,
    label: 'Username',
    description: 'The user to search the directory as; empty: the user who signs in, or anonymously.',
    max: 50,
  }),
  password: configPassword({ label: 'Password', description: 'The password of that user.', secret: 'masked' }),
} satisfies ConfigFields

const directoryExtras = {
  encryption: configPicklist({
    label: 'Encryption',
    description: 'How the connection is encrypted; without encryption, passwords are sent as plain text.',
    values: [
      { name: null, label: 'None' },
      { name: 'starttls', label: 'STARTTLS' },
      { name: 'ldaps', label: 'LDAPS' },
    ],
  }),
  ca_certificate: configText({
    label: 'CA Certificate',
    description: 'CA certificates in PEM format to trust in addition to those of this machine.',
  }),
  user_filter: configText({
    label: 'User Filter',
    description: 'Filter that finds users, with %s in place of the username, such as (&(objectClass=person)(uid=%s)).',
  }),
} satisfies ConfigFields

export const ldapConfig = {
  ...directoryFields,
  ...groupHierarchy,
  user_dn: configText({
    label: 'User DN',
    description:
      'The DN to bind users with, such as uid=%s,ou=people,dc=example,dc=com; empty: users are searched for.',
  }),
  username: configString({
    destination: true,
    ...searcherFields.username,
    description: 'The distinguished name for searching the directory; empty: anonymously.',
    max: 255,
  }),
  password: searcherFields.password,
  ...directoryExtras,
  ...roleMap,
} satisfies ConfigFields

export const adldapConfig = {
  ...directoryFields,
  ...groupHierarchy,
  ...searcherFields,
  ...directoryExtras,
  ...roleMap,
} satisfies ConfigFields
