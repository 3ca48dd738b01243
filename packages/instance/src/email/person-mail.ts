import type { Config } from '../config.ts'
import type { Vault } from '../parts.ts'
import type { Store } from '../store/store.ts'
import { findMailRoute, type MailPurpose, type MailRoute } from './mail-route.ts'
import { type Message, readAddresses } from './message.ts'
import type { Outbox } from './outbox.ts'
import { fill, fillHtml, textOfHtml, type Variables } from './template.ts'

/** Who a mail with a code goes to. */
export interface MailPerson {
  readonly email: string
  readonly username: string | null
  readonly name: string
  readonly first_name: string | null
  readonly last_name: string | null
  readonly phone: string | null
}

export interface CodeMail {
  readonly purpose: MailPurpose
  /** An administrator's mail is configured in the `system` service, everybody else's in the `user` service. */
  readonly kind: 'admin' | 'user'
  readonly person: MailPerson
  readonly code: string
  /** Scheme and host by which the instance was addressed; a configured public address goes before it. */
  readonly origin: string
}

/** Mails a person the link that carries a code. Refuses with 503 when mail cannot be sent. */
export type PersonMail = (mail: CodeMail) => Promise<void>

interface PersonMailParts {
  readonly config: Config
  readonly store: Store
  readonly vault: Vault
  readonly outbox: Outbox
}

const product = 'Millwright'
const pages = { invite: 'user-invite', password: 'reset-password', open_reg: 'register-confirm' } as const

export function createPersonMail({ config, store, vault, outbox }: PersonMailParts): PersonMail {
  return async (mail) => {
    const owner = mail.kind === 'admin' ? 'system' : 'user'
    const route = await findMailRoute({ db: store.db, vault, outbox }, owner, mail.purpose)
    const base = config.publicUrl ?? mail.origin
    const name = config.console.name
    await route.mailer(compose(mail, route, base, typeof name === 'string' ? name : product))
  }
}

/** The link of a mail: the console's page for the purpose, with everything that it asks for. */
export function codeLink({ purpose, kind, person, code }: CodeMail, base: string): string {
  const values = { code, email: person.email, username: person.username ?? '' }
  const query = Object.entries(values).map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`)
  const admin = purpose === 'invite' ? [`admin=${kind === 'admin' ? '1' : ''}`] : []
  return `${base}/${pages[purpose]}?${[...query, ...admin].join('&')}`
}

function compose(mail: CodeMail, { mailer: _, template, sender }: MailRoute, base: string, app: string): Message {
  const { person, code, purpose } = mail
  const columns = Object.entries(template).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : []))
  const variables: Variables = {
    ...Object.fromEntries(columns),
    to: person.email,
    email: person.email,
    first_name: person.first_name || person.name,
    last_name: person.last_name ?? '',
    name: person.name,
    phone: person.phone ?? '',
    confirm_code: code,
    link: codeLink(mail, base),
    app_name: app,
    instance_name: product,
  }
  const subject = oneLine(fill(template.subject ?? '', variables))
  const withHeading = { ...variables, content_header: purpose === 'password' ? 'Password reset' : subject }
  const html = template.body_html ?? ''
  const replyTo = template.reply_to_email
  return {
    from: {
      name: template.from_name || sender.name || product,
      address: template.from_email || sender.email || `no-reply@${new URL(base).hostname}`,
    },
    replyTo: replyTo ? { name: template.reply_to_name ?? '', address: replyTo } : null,
    to: [{ name: oneLine(person.name), address: person.email }],
    cc: readAddresses(template.cc),
    bcc: readAddresses(template.bcc),
    subject,
    text: fill(template.body_text || textOfHtml(html), withHeading),
    html: fillHtml(html, withHeading),
  }
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
}
