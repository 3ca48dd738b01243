import type { OutboxMail } from '@millwright/contract/records/mail'
export interface Address {
  readonly name: string
  readonly address: string
}

/** A file attached to a mail. */
export interface MailAttachment {
  readonly name: string
  readonly content: Uint8Array
  /** Defaults to the type of the name's extension if `null`. */
  readonly contentType: string | null
}

/**
 * The administrator whom a mail signs in or invites; invitations may also be read by administrators who can set passwords of
 * administrators anyway.
 */
export interface MailReaders {
  readonly person: number
  readonly orRoot: boolean
}

/** A rendered mail. */
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
  /** Who may read it in the outbox; any administrator if absent. */
  readonly onlyFor?: MailReaders
}

/** Sends a message, or rejects with 503. */
export type Mailer = (message: Message) => Promise<void>

/** The transport of a mail service. */
export interface MailSender {
  readonly send: Mailer
  /** Checks whether mails can be sent, without sending any. Rejects with 503 if not. */
  check(): Promise<void>
}

/** Mails stored as files while no mail server is configured; the oldest are deleted if there are too many. */
export interface Outbox {
  keep(message: Message): Promise<void>
  /** Ids, oldest first. */
  ids(): Promise<string[]>
  /** `null` if there is no mail with this id. */
  get(id: string): Promise<StoredMail | null>
}

/** A stored mail with its permitted readers: `null` for any administrator, `undefined` if unknown. */
export interface StoredMail extends OutboxMail {
  readonly only_for?: MailReaders | null
}
