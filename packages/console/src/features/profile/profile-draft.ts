import type { Profile } from '@millwright/contract/wire/session'
import { isLanguage, type Language } from '../../language/language.ts'
import { shortPassword } from '../../widgets/form/credentials/password-rules.ts'
import type { FormProblem } from '../../widgets/form/editor-frame/form-problem.ts'
import { commonWords } from '../../words/messages.ts'
import { profileMessages } from './messages.ts'

/** The form of the profile. */
export type ProfileDraft = {
  readonly username: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly name: string
  readonly phone: string
  /** Empty for the language of the browser. */
  readonly language: Language | ''
  readonly current_password: string
  readonly setQuestion: boolean
  readonly security_question: string
  readonly security_answer: string
  readonly setPassword: boolean
  readonly old_password: string
  readonly new_password: string
  readonly verify_password: string
}

export const profileLabels = {
  username: commonWords.username,
  email: commonWords.email,
  current_password: profileMessages.currentPassword,
  first_name: profileMessages.firstName,
  last_name: profileMessages.lastName,
  name: profileMessages.displayName,
  phone: profileMessages.phone,
  language: profileMessages.language,
  security_question: profileMessages.securityQuestion,
  security_answer: profileMessages.securityAnswer,
  old_password: profileMessages.oldPassword,
  new_password: profileMessages.newPassword,
  verify_password: profileMessages.verifyNewPassword,
} as const satisfies { readonly [K in keyof ProfileDraft]?: string }

export function draftOfProfile(profile: Partial<Profile>): ProfileDraft {
  return {
    username: profile.username ?? '',
    email: profile.email ?? '',
    first_name: profile.first_name ?? '',
    last_name: profile.last_name ?? '',
    name: profile.name ?? '',
    phone: profile.phone ?? '',
    language: isLanguage(profile.language) ? profile.language : '',
    current_password: '',
    setQuestion: false,
    security_question: profile.security_question ?? '',
    security_answer: '',
    setPassword: false,
    old_password: '',
    new_password: '',
    verify_password: '',
  }
}

export function changesEmail(draft: ProfileDraft, profile: Partial<Profile>): boolean {
  return draft.email.trim() !== (profile.email ?? '')
}

/** Whether the password is stored by another service, so that it cannot be changed here, and needs no security question. */
export function isStoredElsewhere(profile: Partial<Profile>): boolean {
  return Boolean(profile.adldap || profile.oauth_provider || profile.saml)
}

/** Returns the body of the password change. */
export function passwordToSend(draft: ProfileDraft): { old_password: string; new_password: string } {
  return { old_password: draft.old_password, new_password: draft.new_password }
}

/** Returns the body of the profile's update; a new email address is confirmed with the current password. */
export function profileToSend(draft: ProfileDraft, profile: Partial<Profile>): Record<string, unknown> {
  const text = (field: 'username' | 'first_name' | 'last_name' | 'phone') => {
    const typed = draft[field].trim()
    return typed === '' && !profile[field] ? {} : { [field]: typed }
  }
  return {
    ...text('username'),
    ...text('first_name'),
    ...text('last_name'),
    ...text('phone'),
    email: draft.email.trim(),
    name: draft.name.trim(),
    ...(draft.language !== draftOfProfile(profile).language && { language: draft.language }),
    ...(draft.setQuestion && {
      security_question: draft.security_question.trim(),
      security_answer: draft.security_answer,
    }),
    ...(changesEmail(draft, profile) && {
      current_password: draft.setPassword ? draft.new_password : draft.current_password,
    }),
  }
}

/** Validates the form before it is sent; returns `null` if there is no problem. */
export function checkProfile(
  draft: ProfileDraft,
  profile: Partial<Profile>,
  leastPassword: number | null,
): FormProblem | null {
  const missing = needed(draft, profile).filter((field) => draft[field].trim() === '')
  if (missing.length > 0)
    return under(
      Object.fromEntries(missing.map((field) => [field, profileMessages.isRequired({ label: profileLabels[field] })])),
    )
  if (draft.setPassword && draft.new_password !== draft.verify_password)
    return under({ new_password: profileMessages.mismatch, verify_password: profileMessages.mismatch })
  const short = draft.setPassword ? shortPassword(draft.new_password, leastPassword) : null
  return short === null ? null : under({ new_password: short })
}

function needed(draft: ProfileDraft, profile: Partial<Profile>): (keyof typeof profileLabels)[] {
  const fields: (keyof typeof profileLabels)[] = ['email', 'name']
  if (changesEmail(draft, profile) && !draft.setPassword) fields.push('current_password')
  if (draft.setQuestion) fields.push('security_question', 'security_answer')
  if (draft.setPassword) fields.push('old_password', 'new_password', 'verify_password')
  return fields
}

function under(fields: Readonly<Record<string, string>>): FormProblem {
  return { fields, general: [] }
}
