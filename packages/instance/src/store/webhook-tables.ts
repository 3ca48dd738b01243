import type { Generated } from 'kysely'
import type { Audit } from './audit-columns.ts'
import type { AuthorColumns } from './author-columns.ts'

/** URLs that are notified of events by HTTP. */
export interface WebhookTable extends Audit, AuthorColumns {
  id: Generated<number>
  name: string
  description: string | null
  url: string
  /** JSON: names of events. */
  events: string
  /** Encrypted. */
  secret: string | null
  include_data: number
  is_active: number
}

/** A message to a webhook, and what became of it. Times that nodes agree by are milliseconds since 1970. */
export interface WebhookDeliveryTable {
  id: Generated<number>
  created_date: string
  webhook_id: number
  message_id: string
  event: string
  /** Encrypted JSON, as it is sent. */
  body: string
  /** `waiting`, `delivered` or `failed`. */
  state: string
  attempts: Generated<number>
  /** Of all of its life; other than `attempts` never less than before. */
  turn: Generated<number>
  /** Not before. */
  due: number
  /** While an attempt is under way: when whoever makes it counts as dead. */
  running_until: Generated<number | null>
  /** The author of the webhook when it was made. */
  author_id: number | null
  author_app_id: number | null
  status_code: Generated<number | null>
  duration: Generated<number | null>
  error: Generated<string | null>
  last_attempt_date: Generated<string | null>
  next_attempt_date: Generated<string | null>
}
