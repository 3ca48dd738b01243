import type { Authentication } from '@millwright/contract/wire/environment'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { newPasswordProblem } from '../../widgets/credentials/password-rules.ts'
import { t } from './messages.ts'

export interface RegistrationForm {
  username: string
  email: string
  first_name: string
  last_name: string
  name: string
  password: string
  again: string
}

export type RegistrationField = keyof RegistrationForm

const labels = {
  get username() {
    return t.username
  },
  get email() {
    return t.email
  },
  get first_name() {
    return t.firstName
  },
  get last_name() {
    return t.lastName
  },
  get name() {
    return t.displayName
  },
}

/** The form as a link to it fills it in. What else the link says, apart from its code, is not sent on. */
export function prefilled(query: URLSearchParams): RegistrationForm {
  const given = (name: string) => query.get(name) ?? ''
  return {
    username: given('username'),
    email: given('email'),
    first_name: given('first_name'),
    last_name: given('last_name'),
    name: given('name'),
    password: '',
    again: '',
  }
}

/** Whether a mail has to be answered before the account can be used; servers that do not say want it. */
export function needsConfirmation(authentication: Authentication | undefined): boolean {
  const service = authentication?.open_reg_email_service_id
  return service === undefined || Boolean(service)
}

/** What is missing, by field. */
export function missingFields(
  form: RegistrationForm,
  authentication: Authentication | undefined,
): Partial<Record<RegistrationField, string>> {
  const byName = authentication?.login_attribute === 'username'
  const needed = [...(byName ? ['username' as const] : []), 'email', 'first_name', 'last_name', 'name'] as const
  return Object.fromEntries(
    needed.filter((field) => form[field].trim() === '').map((field) => [field, t.isRequired({ label: labels[field] })]),
  )
}

/** What is wrong with the password where one is asked for, or null. */
export function passwordProblem(form: RegistrationForm, authentication: Authentication | undefined): string | null {
  if (needsConfirmation(authentication)) return null
  return newPasswordProblem(form.password, form.again, authentication, t.passwordAndConfirmPasswordDo)
}

/** What is posted: the form over what the link brought along. `language`: what the person reads; null where the server keeps none. */
export function registrationBody(
  form: RegistrationForm,
  query: URLSearchParams,
  authentication: Authentication | undefined,
  language: string | null,
): Record<string, string> {
  const { password, again: _, ...fields } = form
  const sent = Object.entries({ ...fields, code: query.get('code') ?? '', language: language ?? '' }).map(
    ([name, value]) => [name, value.trim()],
  )
  const body = Object.fromEntries(sent.filter(([, value]) => value !== ''))
  return needsConfirmation(authentication) ? body : { ...body, new_password: password }
}

/** A failed registration in a sentence: each field with what is wrong with it, where the server says so. */
export function registrationProblem(error: unknown): string {
  if (!(error instanceof InstanceError) || error.kind !== 'refused') return messageOf(error)
  const fields = Object.entries(error.fieldMessages).map(([field, messages]) => `${field}: ${messages.join(' ')}`)
  const said = fields.length > 0 ? fields.join(' ') : error.message
  return t.validationFailed({ reason: said.replace(/^Validation failed\.\s*/, '') })
}
