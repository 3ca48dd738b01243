import { audit, boolean, type DraftOf, datetime, id, integer, json, type RecordOf, string, text } from './field.ts'

/** Who is told of events by HTTP (docs/wire/webhooks.md). */
export const webhookFields = {
  id: id(),
  name: string({ label: 'Name', max: 64, required: true, unique: true, nullable: false }),
  description: text({ label: 'Description' }),
  url: string({ label: 'URL', max: 2000, required: true, nullable: false }),
  /** Names of events, in general or of one table, file or record. */
  events: json<string[]>({ label: 'Events', default: [] }),
  /** `whsec_` and base64; answered once, to who made it. */
  secret: string({ label: 'Secret', max: 255 }),
  include_data: boolean({ label: 'Send Data', default: false, nullable: false }),
  is_active: boolean({ label: 'Active', default: true, nullable: false }),
  ...audit,
}

export type Webhook = RecordOf<typeof webhookFields>
export type WebhookDraft = DraftOf<typeof webhookFields>

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** One message to a webhook, and what became of it. */
export const webhookDeliveryFields = {
  id: id(),
  created_date: datetime({ mode: 'readOnly', nullable: false }),
  webhook_id: integer({ mode: 'readOnly', nullable: false }),
  /** The same for each attempt, and as the header `webhook-id`. */
  message_id: string({ mode: 'readOnly', nullable: false }),
  event: string({ mode: 'readOnly', nullable: false }),
  state: string({ mode: 'readOnly', nullable: false }),
  attempts: integer({ mode: 'readOnly', nullable: false }),
  /** Of the last attempt. */
  status_code: integer({ mode: 'readOnly' }),
  duration: integer({ mode: 'readOnly' }),
  error: text({ mode: 'readOnly' }),
  last_attempt_date: datetime({ mode: 'readOnly' }),
  next_attempt_date: datetime({ mode: 'readOnly' }),
}

export type WebhookDelivery = RecordOf<typeof webhookDeliveryFields>
