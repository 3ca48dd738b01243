import type { Address, Message } from '../../../gateway/ports/mail.ts'
import { readMailboxes } from '../../../platform/mail-address.ts'

/** Formats an address for display, such as `Ann Lee <ann@example.org>`. */
export function printAddress({ name, address }: Address): string {
  return name === '' ? address : `${name} <${address}>`
}

/** Parses the addresses in a template's column: a comma-separated list, or as JSON an address, `{name, email}`, or a list of either. */
export function readMailAddresses(stored: string | null): Address[] {
  const text = stored?.trim() ?? ''
  if (text === '') return []
  return /^[[{"]/.test(text) ? addressesOf(parsed(text) ?? text) : addressesOf(text)
}

function addressesOf(value: unknown): Address[] {
  if (Array.isArray(value)) return value.flatMap(addressesOf)
  if (typeof value === 'string') return readMailboxes(value).filter(({ address }) => address.includes('@'))
  if (typeof value !== 'object' || value === null || !('email' in value) || typeof value.email !== 'string') return []
  return [{ name: 'name' in value && typeof value.name === 'string' ? value.name : '', address: value.email.trim() }]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A mail in the form that mail servers transport, with its sender and receivers. */
export interface WrittenMail {
  readonly source: Buffer
  readonly from: string
  /** All receivers, including hidden ones. */
  readonly receivers: readonly string[]
}

/** Serializes a mail without sending it. Hidden receivers do not occur in its headers. */
export async function serializeMessage(message: Message): Promise<WrittenMail> {
  const { createTransport } = await import('nodemailer')
  const options = { streamTransport: true, buffer: true, newline: 'windows', disableFileAccess: true } as const
  const { message: source, envelope } = await createTransport({ ...options, disableUrlAccess: true }).sendMail(
    nodemailerMessage({ ...message, bcc: [] }),
  )
  if (!Buffer.isBuffer(source)) throw new Error('The mail was not written as a whole')
  const receivers = [...message.to, ...message.cc, ...message.bcc].map(({ address }) => address)
  return { source, from: envelope.from || message.from.address, receivers }
}

/** Converts a message to the options of nodemailer. */
export function nodemailerMessage({ from, replyTo, to, cc, bcc, subject, text, html, attachments = [] }: Message) {
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
