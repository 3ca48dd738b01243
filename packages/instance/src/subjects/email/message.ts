export interface Address {
  readonly name: string
  readonly address: string
}

/** A file that goes with a mail. */
export interface MailAttachment {
  readonly name: string
  readonly content: Uint8Array
  /** Null: what the name's ending says. */
  readonly contentType: string | null
}

/** The administrator whom a mail lets in; of an invitation, those who set passwords of administrators anyway as well. */
export interface MailReaders {
  readonly person: number
  readonly orRoot: boolean
}

/** A mail that is ready to be sent. */
export interface Message {
  readonly from: Address
  readonly replyTo: Address | null
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly bcc: readonly Address[]
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments?: readonly MailAttachment[]
  /** Who may see it where mails are kept; absent: any administrator. */
  readonly onlyFor?: MailReaders
}

/** Sends a message or refuses with 503. */
export type Mailer = (message: Message) => Promise<void>

/** What sends for a mail service. */
export interface MailSender {
  readonly send: Mailer
  /** Finds out whether it could send, without sending anything. Refuses with 503 when it could not. */
  check(): Promise<void>
}

/** `Ann Lee <ann@example.org>`, for people to read. */
export function printAddress({ name, address }: Address): string {
  return name === '' ? address : `${name} <${address}>`
}

/** The addresses in a template's column: a comma list, or as JSON an address, `{name, email}`, or a list of either. */
export function readAddresses(stored: string | null): Address[] {
  const text = stored?.trim() ?? ''
  if (text === '') return []
  return /^[[{"]/.test(text) ? addressesOf(parsed(text)) : text.split(',').flatMap(addressesOf)
}

function addressesOf(value: unknown): Address[] {
  if (Array.isArray(value)) return value.flatMap(addressesOf)
  if (typeof value === 'string') return value.includes('@') ? [{ name: '', address: value.trim() }] : []
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
