import { roleMapFields } from './common.ts'
import { type ConfigFields, configBoolean, configReference } from './config-field.ts'

const mailFields = {
  invite_email_service_id: configReference({
    label: 'Invite Email Service',
    description: 'Sends the mail that invites a new person.',
    source: 'email_service',
  }),
  invite_email_template_id: configReference({
    label: 'Invite Email Template',
    description: 'What that mail says.',
    source: 'email_template',
  }),
  password_email_service_id: configReference({
    label: 'Password Email Service',
    description: 'Sends the mail with which a forgotten password is set anew, and those about changes to accounts.',
    source: 'email_service',
  }),
  password_email_template_id: configReference({
    label: 'Password Email Template',
    description: 'What that mail says.',
    source: 'email_template',
  }),
  change_email_template_id: configReference({
    label: 'Account Change Email Template',
    description: 'What people are told when how they sign in was changed. Without one, a text of the instance.',
    source: 'email_template',
  }),
} satisfies ConfigFields

export const systemConfig = {
  default_app_id: configReference({
    label: 'Default Application',
    description: 'The app that people come to after they signed in.',
    source: 'app',
  }),
  ...mailFields,
  access_email_template_id: configReference({
    label: 'Access Request Email Template',
    description:
      'What administrators are told when somebody asks for access by an assistant. Without one, a text of the instance.',
    source: 'email_template',
  }),
} satisfies ConfigFields

export const userConfig = {
  allow_open_registration: configBoolean({
    label: 'Allow Open Registration',
    description: 'Lets anybody make an account.',
    default: false,
  }),
  open_reg_role_id: configReference({
    label: 'Default Open Reg Role',
    description: 'The role that people who registered have in every app.',
    source: 'role',
  }),
  app_role_map: { ...roleMapFields.app_role_map, label: 'Per App Open Reg Role' },
  open_reg_email_service_id: configReference({
    label: 'Open Reg Email Service',
    description: 'Sends the mail that confirms a registration. Without one people choose a password at once.',
    source: 'email_service',
  }),
  open_reg_email_template_id: configReference({
    label: 'Open Reg Email Template',
    description: 'What that mail says.',
    source: 'email_template',
  }),
  ...mailFields,
} satisfies ConfigFields
