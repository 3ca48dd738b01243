import type { OwnedLookup } from '@millwright/contract/records/lookup'
import type { Authentication } from '@millwright/contract/wire/environment'
import { InstanceError } from '../../instance/instance-error.ts'
import { shortPassword } from '../../widgets/form/credentials/password-rules.ts'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import { type LookupRow, lookupRows, lookupsToSend, rowProblems } from '../../widgets/list/lookup-keys/lookup-rows.ts'
import { commonWords } from '../../words/messages.ts'
import { tabWords } from '../../words/tabs/messages.ts'
import { peopleMessages } from './messages.ts'

/** The form fields that administrators and users share. */
export type PersonDraft = {
  readonly username: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly name: string
  readonly phone: string
  readonly is_active: boolean
  readonly sendInvite: boolean
  readonly setPassword: boolean
  readonly password: string
  readonly verifyPassword: string
  readonly lookups: readonly LookupRow[]
}

/** A person, as returned by any server: every field may be missing. */
export type PersonRecord = {
  readonly [field: string]: unknown
  readonly id?: unknown
  readonly email?: unknown
  readonly name?: unknown
  readonly confirmed?: unknown
  readonly expired?: unknown
  readonly lookup_by_user_id?: readonly OwnedLookup[]
}

const textFields = ['username', 'email', 'first_name', 'last_name', 'name', 'phone'] as const

/** Returns the form of a person, or of a new one if there is no record. */
export function draftOfPerson(record: PersonRecord | null): PersonDraft {
  const text = (field: (typeof textFields)[number]) => {
    const value = record?.[field]
    return typeof value === 'string' ? value : ''
  }
  return {
    username: text('username'),
    email: text('email'),
    first_name: text('first_name'),
    last_name: text('last_name'),
    name: text('name'),
    phone: text('phone'),
    is_active: record === null || record.is_active !== false,
    sendInvite: false,
    setPassword: false,
    password: '',
    verifyPassword: '',
    lookups: lookupRows(record?.lookup_by_user_id),
  }
}

/** Returns the form of a copy, without personal data. */
export function draftOfCopy(record: PersonRecord): PersonDraft {
  const lookups = lookupRows(record.lookup_by_user_id)
    .filter(({ isPrivate }) => !isPrivate)
    .map((row, index) => ({ ...row, key: `new-${index + 1}`, stored: null }))
  return { ...draftOfPerson(record), username: '', email: '', lookups }
}

/** Returns the body of a create, which the sender wraps. */
export function personToCreate(draft: PersonDraft): Record<string, unknown> {
  return {
    ...texts(draft, null),
    is_active: draft.is_active,
    ...(draft.setPassword && { password: draft.password }),
    lookup_by_user_id: lookupsToSend(draft.lookups, 'user_id'),
  }
}

/** Returns the body of an update: the fields of the form; fields that this console does not know are omitted and stay unchanged. */
export function personToUpdate(draft: PersonDraft, record: PersonRecord): Record<string, unknown> {
  return {
    ...texts(draft, record),
    is_active: draft.is_active,
    ...(draft.setPassword && { password: draft.password }),
    lookup_by_user_id: lookupsToSend(draft.lookups, 'user_id'),
  }
}

/** Empty fields that were null stay null; cleared fields become empty. */
function texts(draft: PersonDraft, record: PersonRecord | null): Record<string, string | null> {
  const sent: Record<string, string | null> = {}
  for (const field of textFields) {
    const typed = draft[field].trim()
    if (typed !== '') sent[field] = typed
    else if (record && record[field] !== undefined) sent[field] = record[field] === null ? null : emptied(field)
  }
  return sent
}

/** Returns the empty value of a field: an empty text for names, but null for identifiers, as empty ones would be duplicates. */
function emptied(field: (typeof textFields)[number]): string | null {
  return field === 'username' || field === 'phone' ? null : ''
}

/** Labels of a person's fields; separate from the form, as the lists need them first. */
export const personLabels = {
  username: commonWords.username,
  email: commonWords.email,
  first_name: peopleMessages.firstName,
  last_name: peopleMessages.lastName,
  name: peopleMessages.displayName,
  phone: peopleMessages.phone,
  is_active: tabWords.active,
  sendInvite: peopleMessages.sendEmailInvite,
  password: commonWords.password,
  lookups: peopleMessages.lookupKeys,
} as const satisfies { readonly [K in keyof PersonDraft]?: string }

/** Returns a sentence about the external login that a person uses; `null` for an account of the instance itself. */
export function originOf(record: PersonRecord, { oauth = [], saml = [] }: Authentication = {}): string | null {
  const text = (field: string) => (typeof record[field] === 'string' ? record[field] : '')
  const service = text('oauth_provider') || text('saml')
  if (service !== '') {
    const known = [...oauth, ...saml].find(({ name }) => name.toLowerCase() === service.toLowerCase())
    return peopleMessages.signsInService({ service: known?.label || service })
  }
  if (text('adldap') === '') return null
  return text('ldap_username') === ''
    ? peopleMessages.signsInDirectory
    : peopleMessages.directoryName({ name: text('ldap_username') })
}

/**
 * Validates the form before it is sent; returns all problems, or `null` if there are none. `others`: problems with fields that only one
 * kind of people has.
 */
export function checkPerson(
  draft: PersonDraft,
  isNew: boolean,
  leastPassword: number | null,
  others: Readonly<Record<string, string>> = {},
): FormProblem | null {
  const fields: Record<string, string> = {
    ...(draft.email.trim() === '' && { email: peopleMessages.emailMissing }),
    ...wayIn(draft, isNew),
    ...(draft.setPassword && !(isNew && draft.sendInvite) && passwordProblem(draft, leastPassword)),
    ...(rowProblems(draft.lookups, true).size > 0 && { lookups: peopleMessages.lookups }),
    ...others,
  }
  return Object.keys(fields).length > 0 ? { fields, general: [] } : null
}

function wayIn({ sendInvite, setPassword }: PersonDraft, isNew: boolean) {
  if (!isNew || sendInvite !== setPassword) return {}
  return { sendInvite: sendInvite ? peopleMessages.notBoth : peopleMessages.inviteOrPassword }
}

function passwordProblem({ password, verifyPassword }: PersonDraft, least: number | null): Record<string, string> {
  if (password !== verifyPassword) return { password: peopleMessages.mismatch, verifyPassword: peopleMessages.mismatch }
  const short = shortPassword(password, least)
  return short === null ? {} : { password: short }
}

/** Returns the notification for a problem; `null` if there is none. `module`: the tab of the form. */
export function checkNotice({ fields }: FormProblem, module: string): { title: string; text: string } | null {
  if (fields.sendInvite) return { title: peopleMessages.newModule, text: fields.sendInvite }
  return fields.verifyPassword ? { title: module, text: fields.verifyPassword } : null
}

/** Servers that use the email address as the default username report a duplicate username, which the user did not type. */
export function renameUsernameError(error: InstanceError, draft: PersonDraft): InstanceError {
  const { username, ...others } = error.fieldMessages
  if (username === undefined || draft.username.trim() !== '') return error
  const aboutEmail = (text: string) => text.replace(/\busername\b/gi, 'email')
  return new InstanceError(aboutEmail(error.message), {
    status: error.status,
    code: error.code,
    fields: { ...others, email: username.map(aboutEmail) },
    cause: error,
  })
}
