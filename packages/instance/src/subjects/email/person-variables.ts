import type { MailVariables } from './template-texts.ts'

/** What a mail is sent for; the words are those of the configuration of the `system` and `user` services. */
export type MailPurpose = 'invite' | 'password' | 'open_reg'

/** Who a mail with a code goes to. */
export interface MailPerson {
  readonly email: string
  readonly username: string | null
  readonly name: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly phone: string | null
  /** What they read; absent: English. */
  readonly language?: string | null
}

/** What a mail with a code is about. */
export interface CodeMatter {
  readonly purpose: MailPurpose
  /** An administrator's mail is configured in the `system` service, everybody else's in the `user` service. */
  readonly kind: 'admin' | 'user'
  readonly person: MailPerson
  readonly code: string
}

export const product = 'Millwright'
const pages = { invite: 'user-invite', password: 'reset-password', open_reg: 'register-confirm' } as const

/** The link of a mail: the console's page for the purpose, with everything that it asks for. */
export function codeLink({ purpose, kind, person, code }: CodeMatter, base: string): string {
  const values = { code, email: person.email, username: person.username ?? '' }
  const query = Object.entries(values).map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`)
  const admin = purpose === 'invite' ? [`admin=${kind === 'admin' ? '1' : ''}`] : []
  return `${base}/${pages[purpose]}?${[...query, ...admin].join('&')}`
}

/** The names that every mail to a person knows. `app`: the instance's own name. */
export function personVariables(person: MailPerson, app: string) {
  return {
    to: person.email,
    email: person.email,
    first_name: person.first_name || person.name,
    last_name: person.last_name ?? '',
    name: person.name,
    phone: person.phone ?? '',
    app_name: app,
    instance_name: product,
  }
}

/** The names that a mail with a code knows. `base`: scheme and host of the link; `app`: the instance's own name. */
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
