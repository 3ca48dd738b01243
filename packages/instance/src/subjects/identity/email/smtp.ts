import { Problem } from '@millwright/contract/problem'
import type { Transporter } from 'nodemailer'
import type { MailSender } from '../../../gateway/ports/mail.ts'
import { nodemailerMessage } from './message.ts'

/** Decrypted configuration of an `smtp_email` service. */
interface SmtpConfig {
  readonly host: string
  readonly port: number
  /** `ssl`: TLS from the start; `tls`: STARTTLS required; empty: STARTTLS if the server offers it. */
  readonly encryption: 'ssl' | 'tls' | ''
  readonly username: string
  readonly password: string
}

/** Reads a stored configuration, or returns `null` if it names no host. */
function readSmtpConfig(config: Readonly<Record<string, unknown>>): SmtpConfig | null {
  const text = (name: string) => (typeof config[name] === 'string' ? config[name].trim() : '')
  const host = text('host')
  if (host === '') return null
  const encryption = text('encryption').toLowerCase()
  const secure = encryption === 'ssl' ? 'ssl' : encryption === 'tls' ? 'tls' : ''
  const port = Number(config.port)
  return {
    host,
    port: Number.isInteger(port) && port > 0 && port < 65536 ? port : secure === 'ssl' ? 465 : 587,
    encryption: secure,
    username: text('username'),
    password: typeof config.password === 'string' ? config.password : '',
  }
}

const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Creates a sender for an `smtp_email` service, with a new connection for each mail. Returns `null` if the configuration names no host. */
export function smtpSender(config: Readonly<Record<string, unknown>>): MailSender | null {
  const smtp = readSmtpConfig(config)
  if (smtp === null) return null
  return {
    send: (message) =>
      connected(smtp, 'The email could not be sent', (transport) => transport.sendMail(nodemailerMessage(message))),
    check: () => connected(smtp, 'The mail server cannot be used', (transport) => transport.verify()),
  }
}

async function connected(
  config: SmtpConfig,
  complaint: string,
  work: (transport: Transporter) => Promise<unknown>,
): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: config.host,
    port: config.port,
    secure: config.encryption === 'ssl',
    requireTLS: config.encryption === 'tls',
    ...(config.username === '' ? {} : { auth: { user: config.username, pass: config.password } }),
    ...patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await work(transport)
  } catch (error) {
    throw new Problem(503, `${complaint}: ${reason(error)}.`, { cause: error })
  } finally {
    transport.close()
  }
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EAUTH':
      return 'the mail server refuses the username or password'
    case 'EENVELOPE':
      return 'the mail server refuses the sender or the recipient'
    case 'EMESSAGE':
      return 'the mail server refuses the message'
    case 'ETLS':
      return 'the connection to the mail server cannot be encrypted'
    default:
      return 'the mail server cannot be reached'
  }
}
