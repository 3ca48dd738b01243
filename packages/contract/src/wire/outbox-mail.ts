/** A mail that was kept instead of sent, as `system/outbox` shows it (docs/wire/email.md). */
export interface OutboxMail {
  readonly id: string
  /** ISO with microseconds. */
  readonly date: string
  readonly to: string
  readonly subject: string
  readonly body_text: string
  readonly body_html: string
}
