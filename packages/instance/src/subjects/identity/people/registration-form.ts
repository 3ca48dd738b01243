import { type FieldMessages, invalid, Problem } from '@millwright/contract/problem'
import { userConfig } from '@millwright/contract/service-config/people'
import { isRecord } from '@millwright/contract/wire/is-record'
import { isProfileLanguage } from '@millwright/contract/wire/session'
import type { Parts } from '../../../gateway/parts.ts'
import type { Config } from '../../../platform/settings/config.ts'
import type { Vault } from '../../../platform/vault.ts'
import { readStoredValues } from '../../../records/system/stored-values.ts'
import { user } from '../../ground/models/person-model.ts'
import { openConfig, parseConfig } from '../../ground/service-config/stored-config.ts'
import { lengthProblem } from './password-rule.ts'

/** The configuration of the `user` service for registration. */
export interface RegistrationRules {
  readonly open: boolean
  /** Whether new accounts are confirmed by a mailed code instead of starting with a password. */
  readonly byMail: boolean
  /** The role of a new person in an app. */
  roleIn(appId: number): number | null
}

/** Reads the service's stored configuration. */
function registrationRules(config: Readonly<Record<string, unknown>>): RegistrationRules {
  const everywhere = identifier(config.open_reg_role_id)
  const mapped = Array.isArray(config.app_role_map) ? config.app_role_map.filter(isRecord) : []
  const byApp = new Map(mapped.map((row) => [identifier(row.app_id), identifier(row.role_id)]))
  return {
    open: config.allow_open_registration === true,
    byMail: identifier(config.open_reg_email_service_id) !== null,
    roleIn: (appId) => byApp.get(appId) ?? everywhere,
  }
}

/** The current rules of the instance. */
export async function storedRegistrationRules({
  store,
  vault,
}: Pick<Parts, 'store' | 'vault'>): Promise<RegistrationRules> {
  const row = await store.db.selectFrom('service').select('config').where('name', '=', 'user').executeTakeFirst()
  return registrationRules(openConfig(userConfig, parseConfig(row?.config ?? '{}'), vault))
}

function identifier(value: unknown): number | null {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : null
}

/** A registration request, with secrets in plain form. */
export interface Registration {
  readonly email: string
  readonly username: string
  readonly first_name: string
  readonly last_name: string
  readonly name: string
  readonly phone: string | null
  readonly security_question: string | null
  readonly security_answer: string | null
  /** The language that the form names, if it is supported. */
  readonly language: string | null
  /** `null` if the account is confirmed by mail. */
  readonly password: string | null
}

export interface FormOptions {
  readonly config: Pick<Config, 'loginAttribute' | 'passwordMinLength'>
  /** Whether all values were sent as text. */
  readonly textual: boolean
  readonly vault: Vault
  readonly byMail: boolean
}

type Sent = Readonly<Record<string, unknown>>

const texts = ['email', 'username', 'phone', 'security_question', 'security_answer'] as const
const longestName = 255

/**
 * Parses a registration form and completes the names. The address is converted to lower case, so that it is the same in every
 * spelling. Throws a 400 with all errors by field.
 */
export function readRegistration(sent: Sent, options: FormOptions): Registration {
  const input: Record<string, unknown> = { ...namesOf(sent) }
  for (const name of texts) if (isGiven(sent[name])) input[name] = sent[name]
  const password = [sent.new_password, sent.password].find(isGiven) ?? null
  const problems = {
    ...problemsOf(input, options),
    ...(options.byMail ? {} : passwordProblems(password, sent.password_confirmation, options.config.passwordMinLength)),
  }
  if (Object.keys(problems).length > 0) throw invalid(problems, 'Validation failed.')
  const text = (name: string) => (isGiven(input[name]) ? String(input[name]).trim() : null)
  const email = (text('email') ?? '').toLowerCase()
  return {
    email,
    username: text('username') ?? email,
    first_name: text('first_name') ?? '',
    last_name: text('last_name') ?? '',
    name: text('name') ?? '',
    phone: text('phone'),
    security_question: text('security_question'),
    security_answer: isGiven(input.security_answer) ? String(input.security_answer) : null,
    language: isProfileLanguage(sent.language) ? sent.language : null,
    password: options.byMail ? null : String(password),
  }
}

/** Missing names are derived from the local part of the address, split at its first dot. */
function namesOf(sent: Sent): Sent {
  const [local = ''] = String(sent.email ?? '')
    .trim()
    .split('@')
  const [before = '', ...after] = local.split('.').filter((part) => part !== '')
  const first = isGiven(sent.first_name) ? sent.first_name : cut(before || local)
  const rest = isGiven(sent.first_name) ? '' : cut(after.join(' '))
  const last = isGiven(sent.last_name) ? sent.last_name : rest || cut(String(first))
  return {
    first_name: first,
    last_name: last,
    name: isGiven(sent.name) ? sent.name : cut(`${String(first)} ${String(last)}`.trim()),
  }
}

function problemsOf(input: Sent, { config, textual, vault }: FormOptions): FieldMessages {
  const missing = config.loginAttribute === 'username' && input.username === undefined
  const problems: FieldMessages = missing ? { username: ['username is required.'] } : {}
  if (isForeignAddress(input)) problems.username = ['username cannot be an email address other than your own.']
  try {
    readStoredValues(user, input, { creating: true, textual, vault })
  } catch (error) {
    if (!(error instanceof Problem) || !isRecord(error.context)) throw error
    for (const [field, messages] of Object.entries(error.context)) {
      problems[field] = Array.isArray(messages) ? messages.map(String) : [String(messages)]
    }
  }
  return problems
}

/**
 * Whether the username is another email address. Accounts without a username use their address as such, so an error would
 * reveal that the account exists.
 */
function isForeignAddress({ username, email }: Sent): boolean {
  const name = String(username ?? '').trim()
  return (
    name.includes('@') &&
    name.toLowerCase() !==
      String(email ?? '')
        .trim()
        .toLowerCase()
  )
}

function passwordProblems(password: unknown, confirmation: unknown, least: number): FieldMessages {
  const message = passwordProblem(password, confirmation, least)
  return message === null ? {} : { password: [message] }
}

function passwordProblem(password: unknown, confirmation: unknown, least: number): string | null {
  if (password === null) return 'The password field is required.'
  if (typeof password !== 'string') return 'The password field must be a text.'
  const problem = lengthProblem('password', password, least)
  if (problem !== null) return problem
  const repeated = !isGiven(confirmation) || confirmation === password
  return repeated ? null : 'The password confirmation does not match.'
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function cut(name: string): string {
  return [...name].slice(0, longestName).join('')
}
