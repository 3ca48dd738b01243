import { Problem } from '@millwright/contract/problem'
import type { Mailer } from './message.ts'
import type { Outbox } from './outbox.ts'
import { checkSmtp, readSmtpConfig, type SmtpConfig, smtpMailer } from './smtp.ts'

type MailConfig = Readonly<Record<string, unknown>>

/** What sends the mails of a mail service, by its opened configuration. Refuses with 503 one that cannot send. */
export function mailerOf(type: string, config: MailConfig, outbox: Outbox): Mailer {
  return type === 'local_email' ? (message) => outbox.keep(message) : smtpMailer(smtpOf(type, config))
}

/** Refuses with 503 a mail service whose mail server cannot be used; the outbox always can. */
export async function checkMail(type: string, config: MailConfig): Promise<void> {
  if (type !== 'local_email') await checkSmtp(smtpOf(type, config))
}

function smtpOf(type: string, config: MailConfig): SmtpConfig {
  const smtp = type === 'smtp_email' ? readSmtpConfig(config) : null
  if (smtp === null) throw new Problem(503, 'No mail can be sent: the mail service is not ready to send.')
  return smtp
}
