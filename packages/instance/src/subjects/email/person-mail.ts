import type { CallerLookups } from '../../gateway/parts.ts'
import type { Message, Outbox } from '../../gateway/ports/mail.ts'
import { noLookups } from '../../platform/lookup-substitution.ts'
import type { Config } from '../../platform/settings/config.ts'
import type { Vault } from '../../platform/vault.ts'
import type { Caller } from '../../request/caller.ts'
import type { Store } from '../../store/store.ts'
import { addressTaken } from './default-templates.ts'
import { findMailRoute, type MailRoute } from './mail-route.ts'
import { readAddresses } from './message.ts'
import { type CodeMatter, codeVariables, type MailPerson, product } from './person-variables.ts'
import { type MailTexts, oneLine, templateTexts } from './template-texts.ts'

export interface CodeMail extends CodeMatter {
  /** Scheme and host by which the instance was addressed; a configured public address goes before it. */
  readonly origin: string
  /** Whose lookup keys the texts may have. */
  readonly caller: Caller
  /** The number of the administrator who gets it: nobody else sees it in the outbox. Null: a user. */
  readonly adminId: number | null
}

/** Mails a person the link that carries a code. Refuses with 503 when mail cannot be sent. */
export interface PersonMail {
  send(mail: CodeMail): Promise<void>
  /** Tells somebody who registered that there is an account with the address already; sent as registrations are. */
  tellTaken(mail: Omit<CodeMail, 'code' | 'kind' | 'purpose' | 'adminId'>): Promise<void>
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

  const baseOf = ({ origin }: Pick<CodeMail, 'origin'>) => config.publicUrl ?? origin

  return {
    async send(mail) {
      const route = await routeOf(mail)
      const base = baseOf(mail)
      const variables = codeVariables(mail, base, appName(config))
      const texts = templateTexts(route.template, variables, await lookups.of(mail.caller, base))
      const message = messageOf(mail.person, route, texts, base)
      const onlyFor =
        mail.adminId === null ? {} : { onlyFor: { person: mail.adminId, orRoot: mail.purpose === 'invite' } }
      await route.mailer({ ...message, ...onlyFor })
    },
    async tellTaken(mail) {
      const route = await routeOf({ kind: 'user', purpose: 'open_reg' })
      const base = baseOf(mail)
      const variables = { app_name: appName(config), first_name: mail.person.first_name ?? '', link: `${base}/login` }
      await route.mailer(messageOf(mail.person, route, templateTexts(addressTaken, variables, noLookups), base))
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

function messageOf(person: MailPerson, { template, sender }: MailRoute, texts: MailTexts, base: string): Message {
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
