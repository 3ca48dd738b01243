import type { Authentication } from '@millwright/contract/wire/environment'
import { InstanceError, messageOf } from '../../instance/instance-error.ts'
import { newPasswordProblem } from '../../widgets/form/credentials/password-rules.ts'
import { commonWords } from '../../words/messages.ts'
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
  username: commonWords.username,
  email: commonWords.email,
  first_name: t.firstName,
  last_name: t.lastName,
  name: t.displayName,
}

/** Fills in the form from the query of a link. Other parameters, except for its code, are not sent. */
export function prefilled(query: URLSearchParams): RegistrationForm {
  const paramOf = (name: string) => query.get(name) ?? ''
  return {
    username: paramOf('username'),
    email: paramOf('email'),
    first_name: paramOf('first_name'),
    last_name: paramOf('last_name'),
    name: paramOf('name'),
    password: '',
    again: '',
  }
}

/** Whether the account must be confirmed by mail; true for servers that do not report it. */
export function needsConfirmation(authentication: Authentication | undefined): boolean {
  const service = authentication?.open_reg_email_service_id
  return service === undefined || Boolean(service)
}

/** Returns messages for missing fields. */
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

/** Returns the problem with the password if one is required, or `null`. */
export function passwordProblem(form: RegistrationForm, authentication: Authentication | undefined): string | null {
  if (needsConfirmation(authentication)) return null
  return newPasswordProblem(form.password, form.again, authentication, t.passwordsDiffer)
}

/** Returns the body: the form merged with the parameters of the link. `language`: of the page; `null` if the server does not store it. */
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

/** Describes a failed registration in a sentence, with a message for each field if the server returned them. */
export function registrationProblem(error: unknown): string {
  if (!(error instanceof InstanceError) || error.kind !== 'refused') return messageOf(error)
  const fields = Object.entries(error.fieldMessages).map(([field, messages]) => `${field}: ${messages.join(' ')}`)
  const said = fields.length > 0 ? fields.join(' ') : error.message
  return t.validationFailed({ reason: said.replace(/^Validation failed\.\s*/, '') })
}
