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
    description: 'The role of people who sign in this way for the first time.',
    source: 'role',
  }),
} satisfies ConfigFields

const roleMap = {
  app_role_map: {
    ...roleMapFields.app_role_map,
    description: 'Which role people have in an app, whatever they had there before; set each time they sign in.',
  },
} satisfies ConfigFields

const iconClass = configString({
  label: 'Icon Class',
  description: 'Which icon the login page shows, by the name of a provider in it, such as fa-github.',
})

const clientFields = {
  client_id: configString({
    destination: true,
    label: 'Client ID',
    description: 'What the provider knows this instance by.',
    required: true,
  }),
  client_secret: configText({
    label: 'Client Secret',
    description: 'The secret that goes with it.',
    required: true,
    secret: 'masked',
  }),
  redirect_url: configString({
    label: 'Redirect URL',
    description:
      'Where the provider sends people back to: the login page of a console, https://console.example.com/login.',
    format: 'url',
    required: true,
  }),
} satisfies ConfigFields

const newUsers = {
  allow_new_users: configBoolean({
    label: 'Allow New Users',
    description: 'Makes an account for people who have none yet.',
    default: true,
  }),
} satisfies ConfigFields

const oauthFields = {
  ...defaultRole,
  ...clientFields,
  icon_class: iconClass,
  custom_provider: configBoolean({
    label: 'Custom Provider',
    description: 'Kept for other servers; this one finds the provider by its type, and any other by OpenID Connect.',
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
      'Gives people of an organisation roles by the Google groups that they are directly in. Needs the Cloud Identity API for the client.',
    default: false,
  }),
  group_role_map: configRows({
    label: 'Role per Group',
    description: 'Which group gives which role; of several groups of a person the first row here counts.',
    items: {
      role_id: configReference({ label: 'Role', source: 'role', required: true }),
      group_email: configString({ label: 'Group Email', format: 'mail_address', required: true }),
    },
  }),
  ...roleMap,
} satisfies ConfigFields

export const oauthAzureConfig = {
  ...oauthFields,
  tenant_id: configString({ destination: true, label: 'Tenant ID', description: 'The directory that people are in.' }),
  resource: configString({ label: 'Resource', description: 'What access is asked for.' }),
  ...roleMap,
} satisfies ConfigFields

const endpoint = (label: string, description: string) =>
  configString({ label, description, format: 'url', destination: true })

export const oidcConfig = {
  ...defaultRole,
  discovery_document: endpoint('Discovery Document', 'Address at which the provider describes itself.'),
  auth_endpoint: endpoint('Authorization Endpoint', 'Needed without a discovery document.'),
  token_endpoint: endpoint('Token Endpoint', 'Needed without a discovery document.'),
  user_endpoint: endpoint('User Info Endpoint', 'Where more about a person is found.'),
  validate_id_token: configBoolean({
    label: 'Validate ID Token',
    description: 'Checks the signature of what the provider says.',
    default: false,
  }),
  jwks_uri: endpoint('JWKS URI', 'Keys to check signatures with; needed for that without a discovery document.'),
  scopes: configString({
    label: 'Scopes',
    description: 'What access is asked for, separated by commas; needed without a discovery document.',
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
    description: 'In which form people are named.',
    default: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  }),
  sp_x509cert: configText({ label: 'SP X.509 Certificate', description: 'Certificate of this instance.' }),
  sp_privateKey: configText({
    label: 'SP Private Key',
    description: 'The key that goes with it.',
    secret: 'masked',
  }),
  relay_state: configText({
    label: 'Relay State',
    description:
      'Where people come to once they are signed in, with _token_ in place of their session token; for this console /login?session_token=_token_.',
  }),
  idp_entityId: configText({ label: 'IdP Entity ID', description: 'What the provider is called.', required: true }),
  idp_singleSignOnService_url: configText({
    label: 'IdP Single Sign-On Service URL',
    description: 'Where people are sent to sign in.',
    format: 'url',
    required: true,
  }),
  idp_singleLogoutService_url: configText({
    label: 'IdP Single Logout Service URL',
    description: 'Where people who sign out here are sent to sign out there, too; needs the certificate and key above.',
    format: 'url',
  }),
  request_binding: configPicklist({
    label: 'Request Binding',
    description: 'How people are sent there: by a redirect, or by a form that their browser posts.',
    default: 'redirect',
    values: [
      { name: 'redirect', label: 'HTTP-Redirect' },
      { name: 'post', label: 'HTTP-POST' },
    ],
  }),
  idp_x509cert: configText({
    label: 'IdP X.509 Certificate',
    description: 'Certificate of the provider; two, one after the other, while it changes its key.',
  }),
  allow_unsolicited: configBoolean({
    label: 'Allow Sign-In Begun at the Provider',
    description: 'Takes answers of the provider that were not asked for, which people can be tricked into bringing.',
    default: false,
  }),
  attribute_map: configRows({
    label: 'Attribute Map',
    description: 'Which attribute of the provider tells what about people; the usual names are known without.',
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
    description: 'The entry below which people are found, such as dc=example,dc=com.',
    required: true,
  }),
  account_suffix: configString({
    label: 'Account Suffix',
    description: 'What is appended to user names, such as @example.com.',
  }),
  map_group_to_role: configBoolean({
    label: 'Map Group to Role',
    description: 'Gives people the role whose distinguished name is that of a group that they are in.',
    default: false,
  }),
} satisfies ConfigFields

const groupHierarchy = {
  map_group_hierarchy: configBoolean({
    label: 'Allow Group Hierarchy When Mapping',
    description: 'Groups within groups count as well.',
    default: false,
  }),
} satisfies ConfigFields

const searcherFields = {
  username: configString({
    destination: true,
    label: 'Username',
    description: 'Whom to search the directory as; without one, people are searched for as themselves, or as nobody.',
    max: 50,
  }),
  password: configPassword({ label: 'Password', description: 'The password of that user.', secret: 'masked' }),
} satisfies ConfigFields

const directoryExtras = {
  encryption: configPicklist({
    label: 'Encryption',
    description: 'How the connection is protected; with none, passwords travel readably.',
    values: [
      { name: null, label: 'None' },
      { name: 'starttls', label: 'STARTTLS' },
      { name: 'ldaps', label: 'LDAPS' },
    ],
  }),
  ca_certificate: configText({
    label: 'CA Certificate',
    description: 'Certificates in PEM form that vouch for the servers, besides those that this machine trusts anyway.',
  }),
  user_filter: configText({
    label: 'User Filter',
    description: 'How somebody is found, with %s in place of the user name, such as (&(objectClass=person)(uid=%s)).',
  }),
} satisfies ConfigFields

export const ldapConfig = {
  ...directoryFields,
  ...groupHierarchy,
  user_dn: configText({
    label: 'User DN',
    description:
      'The name that people sign in to the directory with, such as uid=%s,ou=people,dc=example,dc=com; without one they are searched for.',
  }),
  username: configString({
    destination: true,
    ...searcherFields.username,
    description: 'The distinguished name to search the directory as; without one, as nobody.',
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
