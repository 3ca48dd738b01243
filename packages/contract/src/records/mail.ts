import { audit, type DraftOf, id, json, type RecordOf, string, text } from './field.ts'

/** One recipient of a mail. */
export interface MailAddress {
  name?: string | null
  email: string
}

/** One or several addresses, as text or with a name. */
export type MailAddresses = string | MailAddress | (string | MailAddress)[]

/** An attached file: a URL or path, or a path on a file service. */
export type MailAttachment = string | { service: string; path: string }

export const emailTemplateFields = {
  id: id(),
  name: string({ label: 'Template Name', max: 64, required: true, unique: true, nullable: false }),
  description: string({ label: 'Description', max: 255 }),
  to: json<MailAddresses | null>({ label: 'Recipient' }),
  cc: json<MailAddresses | null>({ label: 'Cc' }),
  bcc: json<MailAddresses | null>({ label: 'Bcc' }),
  subject: string({ label: 'Subject', max: 80 }),
  attachment: json<MailAttachment | MailAttachment[] | null>({ label: 'Attachment' }),
  body_text: text({ label: 'Text', max: 1_000_000 }),
  body_html: text({ label: 'Body', max: 1_000_000 }),
  from_name: string({ label: 'Sender Name', max: 80 }),
  from_email: string({ label: 'Sender Email', max: 255 }),
  reply_to_name: string({ label: 'Reply to Name', max: 80 }),
  reply_to_email: string({ label: 'Reply to Email', max: 255 }),
  /** Default values of placeholders. */
  defaults: json<Record<string, string> | null>({ label: 'Defaults' }),
  ...audit,
}

export type EmailTemplate = RecordOf<typeof emailTemplateFields>
export type EmailTemplateDraft = DraftOf<typeof emailTemplateFields>

/** The rendered template, returned by `system/email_preview`. */
export interface EmailPreview {
  subject: string
  body_text: string
  body_html: string
}

/** A mail that was stored instead of sent, as returned by `system/outbox` (docs/wire/email.md). */
export interface OutboxMail {
  readonly id: string
  /** ISO 8601 with microseconds. */
  readonly date: string
  readonly to: string
  readonly subject: string
  readonly body_text: string
  readonly body_html: string
}
