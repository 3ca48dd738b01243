import { Problem } from '@millwright/contract/problem'
import type { Selectable } from 'kysely'
import type { CallerLookups } from '../../gateway/parts.ts'
import type { Mailer, Outbox } from '../../gateway/ports/mail.ts'
import { substituteInValue } from '../../platform/lookup-substitution.ts'
import type { Vault } from '../../platform/vault.ts'
import type { Db } from '../../store/store.ts'
import type { EmailTemplateTable } from '../../store/tables.ts'
import { openConfig, parseConfig } from '../service-config/stored-config.ts'
import { mailerOf } from './mailer-of.ts'
import type { MailPurpose } from './person-variables.ts'

export type EmailTemplate = Selectable<EmailTemplateTable>

/** The way that the configuration prescribes for a purpose: who sends, and what is written. */
export interface MailRoute {
  readonly mailer: Mailer
  readonly template: EmailTemplate
  /** What the mail service's configuration says of the sender. */
  readonly sender: { readonly name: string; readonly email: string }
}

interface RouteParts {
  readonly db: Db
  readonly vault: Vault
  readonly outbox: Outbox
  readonly lookups: Pick<CallerLookups, 'ofInstance'>
}

/**
 * Finds `{purpose}_email_service_id` and `{purpose}_email_template_id` in the configuration of the service `owner`, and
 * what they name. Refuses with 503 when something is missing or cannot send.
 */
export async function findMailRoute(
  { db, vault, outbox, lookups }: RouteParts,
  owner: 'system' | 'user',
  purpose: MailPurpose,
): Promise<MailRoute> {
  const row = await db.selectFrom('service').select('config').where('name', '=', owner).executeTakeFirst()
  const config = openConfig(owner, parseConfig(row?.config ?? '{}'), vault)
  const serviceId = identifier(config[`${purpose}_email_service_id`])
  const templateId = identifier(config[`${purpose}_email_template_id`])
  if (serviceId === null || templateId === null) {
    throw new Problem(
      503,
      `No mail can be sent: the service "${owner}" names no mail service or no mail template for it.`,
    )
  }
  const service = await db.selectFrom('service').selectAll().where('id', '=', serviceId).executeTakeFirst()
  const template = await db.selectFrom('email_template').selectAll().where('id', '=', templateId).executeTakeFirst()
  if (service === undefined || service.is_active === 0) {
    throw new Problem(503, 'No mail can be sent: the mail service is missing or inactive.')
  }
  if (template === undefined) throw new Problem(503, 'No mail can be sent: the mail template is missing.')
  const keys = await lookups.ofInstance('trusted')
  const settings = Object.fromEntries(
    Object.entries(openConfig(service.type, parseConfig(service.config), vault)).map(([name, value]) => [
      name,
      substituteInValue(value, keys, { withPrivate: true }),
    ]),
  )
  const text = (name: string) => (typeof settings[name] === 'string' ? settings[name].trim() : '')
  return {
    mailer: mailerOf(service.type, settings, outbox),
    template,
    sender: { name: text('from_name'), email: text('from_email') },
  }
}

function identifier(value: unknown): number | null {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : null
}
