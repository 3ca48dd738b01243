import { Problem } from '@millwright/contract/problem'
import type { Transporter } from 'nodemailer'
import type { Address, Mailer, Message } from './message.ts'

/** Configuration of a service of type `smtp_email`, its secrets opened. */
export interface SmtpConfig {
  readonly host: string
  readonly port: number
  /** `ssl`: encrypted from the start; `tls`: must become so; empty: when the server offers it. */
  readonly encryption: 'ssl' | 'tls' | ''
  readonly username: string
  readonly password: string
}

/** Reads a stored configuration; null when it names no host. */
export function readSmtpConfig(config: Readonly<Record<string, unknown>>): SmtpConfig | null {
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

/** Sends by a mail server, over a connection of its own. */
export function smtpMailer(config: SmtpConfig): Mailer {
  return (message) =>
    connected(config, 'The mail could not be sent', (transport) => transport.sendMail(envelope(message)))
}

/** Signs in to a mail server without sending anything. Refuses with 503 when that fails. */
export function checkSmtp(config: SmtpConfig): Promise<void> {
  return connected(config, 'The mail server cannot be used', (transport) => transport.verify())
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
    throw new Problem(503, `${complaint}: ${reason(error)}.`)
  } finally {
    transport.close()
  }
}

function envelope({ from, replyTo, to, cc, bcc, subject, text, html, attachments = [] }: Message) {
  const writable = (addresses: readonly Address[]) => addresses.map((address) => ({ ...address }))
  return {
    from: { ...from },
    ...(replyTo === null ? {} : { replyTo: { ...replyTo } }),
    to: writable(to),
    cc: writable(cc),
    bcc: writable(bcc),
    subject,
    text,
    html,
    attachments: attachments.map(({ name, content, contentType }) => ({
      filename: name,
      content: Buffer.from(content),
      ...(contentType === null ? {} : { contentType }),
    })),
  }
}

function reason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EAUTH':
      return 'the mail server refuses its user name or password'
    case 'EENVELOPE':
      return 'the mail server refuses the sender or the receiver'
    case 'EMESSAGE':
      return 'the mail server refuses the message'
    case 'ETLS':
      return 'the connection to the mail server cannot be encrypted'
    default:
      return 'the mail server cannot be reached'
  }
}
