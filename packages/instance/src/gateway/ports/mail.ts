import type { OutboxMail } from '@millwright/contract/wire/outbox-mail'
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

/** Mails in files, for as long as no mail server is configured; the oldest give way when there are too many. */
export interface Outbox {
  keep(message: Message): Promise<void>
  /** Identifiers, oldest first. */
  ids(): Promise<string[]>
  /** Null when there is none by that identifier. */
  get(id: string): Promise<HeldMail | null>
}

/** A mail as it is kept: with those who may see it; null: any administrator; undefined: nobody said. */
export interface HeldMail extends OutboxMail {
  readonly only_for?: MailReaders | null
}
