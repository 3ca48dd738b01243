import {
  type ConfigFields,
  configBoolean,
  configPassword,
  configPicklist,
  configString,
  configText,
} from './config-field.ts'
import { defaultRole, roleMap } from './sign-in.ts'

const directoryFields = {
  ...defaultRole,
  host: configString({
    authority: 'addresses',
    format: 'hosts',
    label: 'Host',
    description:
      'The directory server, such as dc1.example.com or ldaps://dc1.example.com:636; several, separated by commas, are tried in turn.',
    required: true,
  }),
  base_dn: configString({
    authority: 'reserved',
    label: 'Base DN',
    description: 'The entry below which users are searched for, such as dc=example,dc=com.',
    required: true,
  }),
  account_suffix: configString({
    authority: 'reserved',
    label: 'Account Suffix',
    description: 'Appended to usernames, such as @example.com.',
  }),
  map_group_to_role: configBoolean({
    authority: 'reserved',
    label: 'Map Group to Role',
    description: 'Assigns the role whose distinguished name is that of a group of the user.',
    default: false,
  }),
} satisfies ConfigFields

const groupHierarchy = {
  map_group_hierarchy: configBoolean({
    authority: 'reserved',
    label: 'Allow Group Hierarchy When Mapping',
    description: 'Includes nested groups.',
    default: false,
  }),
} satisfies ConfigFields

const searcherFields = {
  username: configString({
    authority: 'addresses',
    label: 'Username',
    description: 'The user to search the directory as; empty: the user who signs in, or anonymously.',
    max: 50,
  }),
  password: configPassword({
    authority: 'reserved',
    label: 'Password',
    description: 'The password of that user.',
    secret: 'masked',
  }),
} satisfies ConfigFields

const directoryExtras = {
  encryption: configPicklist({
    authority: 'reserved',
    label: 'Encryption',
    description: 'How the connection is encrypted; without encryption, passwords are sent as plain text.',
    values: [
      { name: null, label: 'None' },
      { name: 'starttls', label: 'STARTTLS' },
      { name: 'ldaps', label: 'LDAPS' },
    ],
  }),
  ca_certificate: configText({
    authority: 'reserved',
    label: 'CA Certificate',
    description: 'CA certificates in PEM format to trust in addition to those of this machine.',
  }),
  user_filter: configText({
    authority: 'reserved',
    label: 'User Filter',
    description: 'Filter that finds users, with %s in place of the username, such as (&(objectClass=person)(uid=%s)).',
  }),
} satisfies ConfigFields

export const ldapConfig = {
  ...directoryFields,
  ...groupHierarchy,
  user_dn: configText({
    authority: 'reserved',
    label: 'User DN',
    description:
      'The DN to bind users with, such as uid=%s,ou=people,dc=example,dc=com; empty: users are searched for.',
  }),
  username: configString({
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
