import type { MailVariables } from './template-texts.ts'

/** Purpose of a mail, in the terms of the configuration of the `system` and `user` services. */
export type MailPurpose = 'invite' | 'password' | 'open_reg'

/** The receiver of a mail with a code. */
export interface MailPerson {
  readonly email: string
  /**
   * Whether mails may contain the person's names and phone number: the address is confirmed, or an administrator entered them. Otherwise
   * anyone could send mails with texts of their own to strangers.
   */
  readonly isKnown: boolean
  readonly username: string | null
  readonly name: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly phone: string | null
  /** The person's language. English if absent. */
  readonly language?: string | null
}

/** The subject of a mail with a code. */
export interface CodeMatter {
  readonly purpose: MailPurpose
  /** Mails to administrators are configured in the `system` service, all others in the `user` service. */
  readonly kind: 'admin' | 'user'
  readonly person: MailPerson
  readonly code: string
}

export const product = 'Millwright'
const pages = { invite: 'user-invite', password: 'reset-password', open_reg: 'register-confirm' } as const

type Names = Pick<MailPerson, 'username' | 'name' | 'first_name' | 'last_name' | 'phone'>

/** The names that a mail may contain: the address instead of the names of a person who is not known. */
export function namesOfPerson(person: MailPerson): Names {
  const { isKnown, email: name } = person
  return isKnown ? person : { username: null, name, first_name: null, last_name: null, phone: null }
}

/** Returns the link of a mail: the console's page for the purpose, with all parameters that it requires. */
export function codeLink({ purpose, kind, person, code }: CodeMatter, base: string): string {
  const values = { code, email: person.email, username: namesOfPerson(person).username ?? '' }
  const query = Object.entries(values).map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`)
  const admin = purpose === 'invite' ? [`admin=${kind === 'admin' ? '1' : ''}`] : []
  return `${base}/${pages[purpose]}?${[...query, ...admin].join('&')}`
}

/** The variables available in every mail to a person. `app`: the instance's name. */
export function personVariables(person: MailPerson, app: string) {
  const { name, first_name, last_name, phone } = namesOfPerson(person)
  return {
    to: person.email,
    email: person.email,
    first_name: first_name || name,
    last_name: last_name ?? '',
    name,
    phone: phone ?? '',
    app_name: app,
    instance_name: product,
  }
}

/** The variables available in a mail with a code. `base`: scheme and host of the link; `app`: the instance's name. */
export function codeVariables(matter: CodeMatter, base: string, app: string): MailVariables {
  const { person, code, purpose } = matter
  return {
    ...personVariables(person, app),
    confirm_code: code,
    link: codeLink(matter, base),
    ...(purpose === 'password'
      ? { content_header: person.language === 'de' ? 'Neues Passwort' : 'Password reset' }
      : {}),
  }
}
