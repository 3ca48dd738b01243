import { Problem } from '@millwright/contract/problem'
import type { Mailer, MailSender, Outbox } from '../../../gateway/ports/mail.ts'
import type { Instruments } from '../../../platform/instruments/instruments.ts'
import { mailgunSender, sesSender } from './mail-apis.ts'
import { smtpSender } from './smtp.ts'

type MailConfig = Readonly<Record<string, unknown>>

/** Creates a sender by type of mail service. Returns `null` for an unusable configuration. */
const senders: Readonly<Record<string, (config: MailConfig) => MailSender | null>> = {
  smtp_email: smtpSender,
  mailgun_email: mailgunSender,
  aws_ses: sesSender,
}

export interface MailerParts {
  readonly outbox: Outbox
  readonly instruments: Instruments
}

/** Creates the mailer for a mail service from its decrypted configuration. Throws a 503 if it cannot send. */
export function mailerOf(type: string, config: MailConfig, { outbox, instruments }: MailerParts): Mailer {
  const send: Mailer = type === 'local_email' ? (message) => outbox.keep(message) : senderOf(type, config).send
  const count = (outcome: string) => instruments.count('millwright_mails_total', { outcome })
  return async (message) => {
    try {
      await send(message)
    } catch (error) {
      count('failed')
      throw error
    }
    count('sent')
  }
}

/** Throws a 503 if a mail service cannot send. The outbox always can. */
export async function checkMail(type: string, config: MailConfig): Promise<void> {
  if (type !== 'local_email') await senderOf(type, config).check()
}

function senderOf(type: string, config: MailConfig): MailSender {
  const sender = senders[type]?.(config) ?? null
  if (sender === null) throw new Problem(503, 'No email can be sent: the email service is not ready to send.')
  return sender
}
