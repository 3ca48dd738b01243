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
