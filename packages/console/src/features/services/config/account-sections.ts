import type { ServiceType } from '@millwright/contract/wire/services'
import type { ConfigField } from './config-field.ts'
import { t } from './messages.ts'

/** Settings below a heading; `null` for those without one. */
export interface ConfigSection {
  readonly title: string | null
  readonly fields: readonly ConfigField[]
}

const programs = {
  names: /^program_/,
  get title() {
    return t.programs
  },
}

/** What the settings of the services for accounts are about, by the beginnings of their names. */
const subjects = [
  {
    names: /^(allow_open_registration$|open_reg_|app_role_map$)/,
    get title() {
      return t.registration
    },
  },
  {
    names: /^invite_/,
    get title() {
      return t.invitations
    },
  },
  {
    names: /^(password|change)_email_/,
    get title() {
      return t.passwords
    },
  },
  {
    names: /^access_email_/,
    get title() {
      return t.accessRequests
    },
  },
]

/**
 * The settings of the services for accounts, by what they are about, with labels that do not repeat the heading. In other services, only those
 * for programs are below one.
 */
export function accountSections({ name }: Pick<ServiceType, 'name'>, fields: readonly ConfigField[]): ConfigSection[] {
  const used = name === 'user' || name === 'system' ? subjects : [programs]
  const others = fields.filter((field) => !used.some(({ names }) => names.test(field.name)))
  const named = used.map(({ names, title }) => ({
    title,
    fields: fields.filter((field) => names.test(field.name)).map((field) => ({ ...field, label: shortLabel(field) })),
  }))
  return [{ title: null, fields: others }, ...named].filter((section) => section.fields.length > 0)
}

/** Whether a setting is about the mails of a section, which stand side by side. */
export function isMail({ name }: ConfigField): boolean {
  return name.includes('_email_')
}

function shortLabel({ name, label }: ConfigField): string {
  switch (name) {
    case 'program_accounts':
      return t.accounts
    case 'program_audiences':
      return t.audiences
    case 'program_issuers':
      return t.issuers
    case 'program_algorithms':
      return t.algorithms
  }
  if (name === 'open_reg_role_id') return t.roleEverywhere
  if (name === 'app_role_map') return t.rolesByApp
  if (name === 'change_email_template_id') return label
  if (name.endsWith('_email_service_id')) return t.emailService
  return name.endsWith('_email_template_id') ? t.emailTemplate : label
}
