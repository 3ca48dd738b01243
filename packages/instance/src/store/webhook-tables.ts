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

/** A message to a webhook and its delivery. Times that coordinate nodes are milliseconds since 1970. */
export interface WebhookDeliveryTable {
  id: Generated<number>
  created_date: string
  webhook_id: number
  message_id: string
  event: string
  /** Encrypted JSON, as sent. */
  body: string
  /** `waiting`, `delivered` or `failed`. */
  state: string
  attempts: Generated<number>
  /** Counts attempts over its whole life; unlike `attempts`, it never decreases. */
  turn: Generated<number>
  /** Earliest time of the next attempt. */
  due: number
  /** During an attempt: when the node that makes it counts as dead. */
  running_until: Generated<number | null>
  /** Author of the webhook when the message was created. */
  author_id: number | null
  author_app_id: number | null
  status_code: Generated<number | null>
  duration: Generated<number | null>
  error: Generated<string | null>
  last_attempt_date: Generated<string | null>
  next_attempt_date: Generated<string | null>
}
