import { Problem } from '@millwright/contract/problem'
import { systemConfig, userConfig } from '@millwright/contract/service-config/people'
import type { Selectable } from 'kysely'
import type { CallerLookups } from '../../../gateway/parts.ts'
import type { Mailer, Message, Outbox } from '../../../gateway/ports/mail.ts'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { Instruments } from '../../../platform/instruments/instruments.ts'
import { noLookups, substituteInValue } from '../../../platform/lookup-substitution.ts'
import type { Config } from '../../../platform/settings/config.ts'
import type { Vault } from '../../../platform/vault.ts'
import type { Db, Store } from '../../../store/store.ts'
import type { EmailTemplateTable } from '../../../store/system-tables.ts'
import { openConfig, parseConfig } from '../../ground/service-config/stored-config.ts'
import {
  accessRequestedIn,
  accountChangedIn,
  addressTakenIn,
  keyEndingIn,
  localizeTemplate,
} from './german-templates.ts'
import { mailerOf } from './mailer-of.ts'
import { readMailAddresses } from './message.ts'
import {
  type CodeMatter,
  codeVariables,
  type MailPerson,
  type MailPurpose,
  namesOfPerson,
  personVariables,
  product,
} from './person-variables.ts'
import { type MailTexts, oneLine, templateTexts } from './template-texts.ts'

export interface CodeMail extends CodeMatter {
  /** Scheme and host of the request. A configured public URL takes precedence. */
  readonly origin: string
  /** Id of the receiving administrator, who alone sees the mail in the outbox. `null` for a user. */
  readonly adminId: number | null
}

/** A notification to a person about a change. */
export interface ChangeMail extends Pick<CodeMail, 'kind' | 'person' | 'origin'> {
  /** The change, in full sentences. */
  readonly change: string
  /** When the change was made, formatted. */
  readonly date: string
  /** The IP address from which the change was made. */
  readonly address: string
}

/** A notification to an administrator about an access request. */
export interface AccessMail extends Pick<CodeMail, 'person' | 'origin'> {
  readonly asked: Readonly<
    Record<'who' | 'role' | 'assistant' | 'service' | 'services' | 'operations' | 'note', string>
  >
}

/** A notification that the API key of an app ends soon. */
export interface KeyEndingMail extends Pick<CodeMail, 'person' | 'origin' | 'kind'> {
  readonly app: string
  /** When the key ends, formatted. */
  readonly date: string
}

/** Mails a person the link that carries a code. Throws a 503 if mail cannot be sent. */
export interface PersonMail {
  send(mail: CodeMail): Promise<void>
  /** Notifies a person who registered that an account with the address exists. Sent through the mail service for registrations. */
  sendAddressTaken(mail: Omit<CodeMail, 'code' | 'kind' | 'purpose' | 'adminId'>): Promise<void>
  /** Notifies a person of a change to their sign-in methods. Does nothing if the configuration names no mail service for new passwords. */
  sendChangeNotice(mail: ChangeMail): Promise<void>
  /** Notifies an administrator of an access request. */
  sendAccessRequest(mail: AccessMail): Promise<void>
  /** Notifies a person of a key that ends soon. Does nothing if the configuration names no mail service for new passwords. */
  sendKeyEnding(mail: KeyEndingMail): Promise<void>
  /** Whether the configuration names a mail service for notices to administrators. */
  canSend(): Promise<boolean>
  /** Throws a 503 if the configuration alone makes sending impossible. */
  check(mail: Pick<CodeMail, 'kind' | 'purpose'>): Promise<void>
}

interface PersonMailParts {
  readonly config: Config
  readonly store: Store
  readonly vault: Vault
  readonly kinds: ServiceKinds
  readonly outbox: Outbox
  readonly instruments: Instruments
  readonly lookups: CallerLookups
}

export function createPersonMail(parts: PersonMailParts): PersonMail {
  const { config, store, lookups } = parts

  const routeOf = async (mail: Pick<CodeMail, 'kind' | 'purpose'>) => {
    const owner = ownerOf(mail)
    return findMailRoute({ ...parts, db: store.db }, owner, mail.purpose, await readSettings(parts, owner))
  }

  const baseOf = ({ origin }: Pick<CodeMail, 'origin'>) => config.publicUrl ?? origin

  /** Uses the template that the configuration names, or else the built-in text. */
  async function sendNotice(
    mail: Pick<CodeMail, 'person' | 'origin'>,
    owner: Owner,
    settings: Readonly<Record<string, unknown>>,
    { setting, texts, page, values }: Notice,
  ): Promise<void> {
    const route = await findMailRoute({ ...parts, db: store.db }, owner, 'password', settings)
    const chosen = setting === null ? undefined : await findTemplate(store.db, settings[setting])
    const base = baseOf(mail)
    const variables = { ...personVariables(mail.person, appName(config)), ...values, link: `${base}/${page}` }
    const keys = chosen === undefined ? noLookups : await lookups.ofMails(base)
    const head = chosen === undefined ? route : { ...route, template: chosen }
    await route.mailer(messageOf(mail.person, head, templateTexts(chosen ?? texts, variables, keys), base))
  }

  return {
    async send(mail) {
      const route = await routeOf(mail)
      const base = baseOf(mail)
      const variables = codeVariables(mail, base, appName(config))
      const template = localizeTemplate(route.template, mail.person.language)
      const texts = templateTexts(template, variables, await lookups.ofMails(base))
      const message = messageOf(mail.person, route, texts, base)
      const onlyFor =
        mail.adminId === null ? {} : { onlyFor: { person: mail.adminId, orRoot: mail.purpose === 'invite' } }
      await route.mailer({ ...message, ...onlyFor })
    },
    async sendAddressTaken(mail) {
      const route = await routeOf({ kind: 'user', purpose: 'open_reg' })
      const base = baseOf(mail)
      const variables = { ...personVariables(mail.person, appName(config)), link: `${base}/login` }
      const texts = addressTakenIn(mail.person.language)
      await route.mailer(messageOf(mail.person, route, templateTexts(texts, variables, noLookups), base))
    },
    async sendChangeNotice(mail) {
      const owner = ownerOf(mail)
      const settings = await readSettings(parts, owner)
      if (identifier(settings.password_email_service_id) === null) return
      const { change, date, address } = mail
      const notice = { setting: 'change_email_template_id', page: 'profile', values: { change, date, address } }
      await sendNotice(mail, owner, settings, { ...notice, texts: accountChangedIn(mail.person.language) })
    },
    async sendAccessRequest(mail) {
      const notice = { setting: 'access_email_template_id', page: 'roles', values: mail.asked }
      const settings = await readSettings(parts, 'system')
      await sendNotice(mail, 'system', settings, { ...notice, texts: accessRequestedIn(mail.person.language) })
    },
    async sendKeyEnding(mail) {
      const owner = ownerOf(mail)
      const settings = await readSettings(parts, owner)
      if (identifier(settings.password_email_service_id) === null) return
      const values = { app: mail.app, date: mail.date }
      const notice = { setting: null, page: 'apps', values, texts: keyEndingIn(mail.person.language) }
      await sendNotice(mail, owner, settings, notice)
    },
    canSend: async () => identifier((await readSettings(parts, 'system')).password_email_service_id) !== null,
    async check(mail) {
      await routeOf(mail)
    },
  }
}

/** The content of a notification. */
interface Notice {
  /** The setting that names the template; `null`: none does. */
  readonly setting: string | null
  readonly texts: Pick<EmailTemplate, 'subject' | 'body_html'>
  /** The page that the link opens. */
  readonly page: string
  readonly values: Readonly<Record<string, string>>
}

/** The name of the instance in mails. */
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
    to: [{ name: oneLine(namesOfPerson(person).name), address: person.email }],
    cc: readMailAddresses(template.cc),
    bcc: readMailAddresses(template.bcc),
    ...texts,
  }
}

type EmailTemplate = Selectable<EmailTemplateTable>

/** The configured mail service and template for a purpose. */
interface MailRoute {
  readonly mailer: Mailer
  readonly template: EmailTemplate
  /** The sender in the mail service's configuration. */
  readonly sender: { readonly name: string; readonly email: string }
}

interface RouteParts {
  readonly db: Db
  readonly vault: Vault
  readonly kinds: ServiceKinds
  readonly outbox: Outbox
  readonly lookups: Pick<CallerLookups, 'ofInstance'>
  readonly instruments: Instruments
}

type Owner = 'system' | 'user'

const configOf = { system: systemConfig, user: userConfig }

/** The service whose settings configure the mails to a person. */
const ownerOf = ({ kind }: Pick<CodeMail, 'kind'>): Owner => (kind === 'admin' ? 'system' : 'user')

async function readSettings(
  { store, vault }: Pick<PersonMailParts, 'store' | 'vault'>,
  owner: Owner,
): Promise<Readonly<Record<string, unknown>>> {
  const row = await store.db.selectFrom('service').select('config').where('name', '=', owner).executeTakeFirst()
  return openConfig(configOf[owner], parseConfig(row?.config ?? '{}'), vault)
}

async function findTemplate(db: Db, value: unknown): Promise<EmailTemplate | undefined> {
  const id = identifier(value)
  if (id === null) return undefined
  return db.selectFrom('email_template').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Looks up `{purpose}_email_service_id` and `{purpose}_email_template_id` in the configuration of the service `owner`, and
 * loads both. Throws a 503 if either is missing or the service cannot send.
 */
async function findMailRoute(
  { db, vault, kinds, outbox, instruments, lookups }: RouteParts,
  owner: Owner,
  purpose: MailPurpose,
  config: Readonly<Record<string, unknown>>,
): Promise<MailRoute> {
  const serviceId = identifier(config[`${purpose}_email_service_id`])
  const templateId = config[`${purpose}_email_template_id`]
  if (serviceId === null || identifier(templateId) === null) {
    throw new Problem(
      503,
      `No email can be sent: the service "${owner}" names no email service or email template for it.`,
    )
  }
  const service = await db.selectFrom('service').selectAll().where('id', '=', serviceId).executeTakeFirst()
  const template = await findTemplate(db, templateId)
  if (service === undefined || service.is_active === 0) {
    throw new Problem(503, 'No email can be sent: the email service is missing or inactive.')
  }
  if (template === undefined) throw new Problem(503, 'No email can be sent: the email template is missing.')
  const keys = await lookups.ofInstance('trusted')
  const settings = Object.fromEntries(
    Object.entries(openConfig(kinds.of(service.type)?.config, parseConfig(service.config), vault)).map(
      ([name, value]) => [name, substituteInValue(value, keys, { withPrivate: true })],
    ),
  )
  const text = (name: string) => (typeof settings[name] === 'string' ? settings[name].trim() : '')
  return {
    mailer: mailerOf(service.type, settings, { outbox, instruments }),
    template,
    sender: { name: text('from_name'), email: text('from_email') },
  }
}

function identifier(value: unknown): number | null {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : null
}
