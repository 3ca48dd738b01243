import { roleMapFields } from './common.ts'
import { type ConfigFields, configBoolean, configReference } from './config-field.ts'

const mailFields = {
  invite_email_service_id: configReference({
    authority: 'reserved',
    label: 'Invite Email Service',
    description: 'Sends invitations.',
    source: 'email_service',
  }),
  invite_email_template_id: configReference({
    authority: 'reserved',
    label: 'Invite Email Template',
    description: 'Invites users and administrators.',
    source: 'email_template',
  }),
  password_email_service_id: configReference({
    authority: 'reserved',
    label: 'Password Email Service',
    description: 'Sends emails for password resets and account changes.',
    source: 'email_service',
  }),
  password_email_template_id: configReference({
    authority: 'reserved',
    label: 'Password Email Template',
    description: 'Contains the link for a new password.',
    source: 'email_template',
  }),
  change_email_template_id: configReference({
    authority: 'reserved',
    label: 'Account Change Email Template',
    description: 'Notifies users of changes to their sign-in. Leave empty for the default text.',
    source: 'email_template',
  }),
} satisfies ConfigFields

export const systemConfig = {
  default_app_id: configReference({
    authority: 'reserved',
    label: 'Default Application',
    description: 'The app that opens after signing in.',
    source: 'app',
  }),
  ...mailFields,
  access_email_template_id: configReference({
    authority: 'reserved',
    label: 'Access Request Email Template',
    description: 'Notifies administrators of access requests through assistants. Leave empty for the default text.',
    source: 'email_template',
  }),
} satisfies ConfigFields

export const userConfig = {
  allow_open_registration: configBoolean({
    authority: 'reserved',
    label: 'Allow Open Registration',
    description: 'Lets anyone create an account.',
    default: false,
  }),
  open_reg_role_id: configReference({
    authority: 'reserved',
    label: 'Default Open Reg Role',
    description: 'The role that registered users have in every app.',
    source: 'role',
  }),
  app_role_map: { ...roleMapFields.app_role_map, label: 'Per App Open Reg Role' },
  open_reg_email_service_id: configReference({
    authority: 'reserved',
    label: 'Open Reg Email Service',
    description: 'Sends emails that confirm a registration. Without it, users choose a password immediately.',
    source: 'email_service',
  }),
  open_reg_email_template_id: configReference({
    authority: 'reserved',
    label: 'Open Reg Email Template',
    description: 'Asks new users to confirm their registration.',
    source: 'email_template',
  }),
  ...mailFields,
} satisfies ConfigFields
