import { boolean, type Fields, integer, json, type RecordOf, string, text } from './field.ts'

/** Which role people get in which app. */
export interface AppRoleChoice {
  app_id: number
  role_id: number
}

/** One more setting of a service, as a row of its form. */
export interface ServiceParameter {
  name: string
  value: string | null
  active: boolean
}

const invitation = {
  invite_email_service_id: integer({ label: 'Invite Email Service' }),
  invite_email_template_id: integer({ label: 'Invite Email Template' }),
  password_email_service_id: integer({ label: 'Password Email Service' }),
  password_email_template_id: integer({ label: 'Password Email Template' }),
}

export const systemConfigFields = {
  ...invitation,
  default_app_id: integer({ label: 'Default Application' }),
} satisfies Fields

export const userConfigFields = {
  allow_open_registration: boolean({ label: 'Allow Open Registration', default: false, nullable: false }),
  app_role_map: json<AppRoleChoice[]>({ label: 'Role per App', nullable: false, default: [] }),
  open_reg_role_id: integer({ label: 'Open Registration Role' }),
  open_reg_email_service_id: integer({ label: 'Open Registration Email Service' }),
  open_reg_email_template_id: integer({ label: 'Open Registration Email Template' }),
  ...invitation,
} satisfies Fields

export const localEmailConfigFields = {
  from_name: string({ label: 'From Name', max: 80 }),
  from_email: string({ label: 'From Email', max: 255 }),
  reply_to_name: string({ label: 'Reply To Name', max: 80 }),
  reply_to_email: string({ label: 'Reply To Email', max: 255 }),
} satisfies Fields

export const smtpEmailConfigFields = {
  host: string({ label: 'SMTP Host', max: 255, required: true, nullable: false }),
  port: integer({ label: 'SMTP Port' }),
  /** Empty, `ssl` (from the start) or `tls` (after a greeting). */
  encryption: string({ label: 'Encryption', max: 10 }),
  username: string({ label: 'Username', max: 255 }),
  /** Secret. */
  password: text({ label: 'Password' }),
  ...localEmailConfigFields,
  parameters: json<ServiceParameter[]>({ label: 'Parameters', nullable: false }),
} satisfies Fields

/** Settings by type of service, as far as they are declared. */
export const serviceConfigFields = {
  system: systemConfigFields,
  user: userConfigFields,
  local_email: localEmailConfigFields,
  smtp_email: smtpEmailConfigFields,
} satisfies Record<string, Fields>

export type SystemConfig = RecordOf<typeof systemConfigFields>
export type UserConfig = RecordOf<typeof userConfigFields>
