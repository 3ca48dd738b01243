import { Problem } from '@millwright/contract/problem'
import type { Mailer } from './message.ts'
import type { Outbox } from './outbox.ts'
import { readSmtpConfig, smtpMailer } from './smtp.ts'

/** What sends the mails of a mail service, by its opened configuration. Refuses with 503 one that cannot send. */
export function mailerOf(type: string, config: Readonly<Record<string, unknown>>, outbox: Outbox): Mailer {
  if (type === 'local_email') return (message) => outbox.keep(message)
  const smtp = type === 'smtp_email' ? readSmtpConfig(config) : null
  if (smtp === null) throw new Problem(503, 'No mail can be sent: the mail service is not ready to send.')
  return smtpMailer(smtp)
}
