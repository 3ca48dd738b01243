import type { Caller } from '../access/caller.ts'
import type { Config } from '../config.ts'
import type { CallerLookups, Vault } from '../parts.ts'
import type { Store } from '../store/store.ts'
import { findMailRoute, type MailRoute } from './mail-route.ts'
import { type Message, readAddresses } from './message.ts'
import type { Outbox } from './outbox.ts'
import { type CodeMatter, codeVariables, product } from './person-variables.ts'
import { type MailTexts, oneLine, templateTexts } from './template-texts.ts'

export interface CodeMail extends CodeMatter {
  /** Scheme and host by which the instance was addressed; a configured public address goes before it. */
  readonly origin: string
  /** Whose lookup keys the texts may have. */
  readonly caller: Caller
}

/** Mails a person the link that carries a code. Refuses with 503 when mail cannot be sent. */
export interface PersonMail {
  send(mail: CodeMail): Promise<void>
  /** Refuses with 503 what the configuration alone makes impossible. */
  check(mail: Pick<CodeMail, 'kind' | 'purpose'>): Promise<void>
}

interface PersonMailParts {
  readonly config: Config
  readonly store: Store
  readonly vault: Vault
  readonly outbox: Outbox
  readonly lookups: CallerLookups
}

export function createPersonMail({ config, store, vault, outbox, lookups }: PersonMailParts): PersonMail {
  const routeOf = ({ kind, purpose }: Pick<CodeMail, 'kind' | 'purpose'>) =>
    findMailRoute({ db: store.db, vault, outbox, lookups }, kind === 'admin' ? 'system' : 'user', purpose)

  return {
    async send(mail) {
      const route = await routeOf(mail)
      const base = config.publicUrl ?? mail.origin
      const variables = codeVariables(mail, base, appName(config))
      const texts = templateTexts(route.template, variables, await lookups.of(mail.caller, base))
      await route.mailer(messageOf(mail, route, texts, base))
    },
    async check(mail) {
      await routeOf(mail)
    },
  }
}

/** How mails name the instance. */
export function appName({ console: { name } }: Config): string {
  return typeof name === 'string' ? name : product
}

function messageOf({ person }: CodeMail, { template, sender }: MailRoute, texts: MailTexts, base: string): Message {
  const replyTo = template.reply_to_email
  return {
    from: {
      name: oneLine(template.from_name || sender.name || product),
      address: template.from_email || sender.email || `no-reply@${new URL(base).hostname}`,
    },
    replyTo: replyTo ? { name: oneLine(template.reply_to_name ?? ''), address: replyTo } : null,
    to: [{ name: oneLine(person.name), address: person.email }],
    cc: readAddresses(template.cc),
    bcc: readAddresses(template.bcc),
    ...texts,
  }
}
