import { audit, boolean, type DraftOf, datetime, id, integer, json, type RecordOf, string, text } from './field.ts'

/** A URL that is notified of events over HTTP (docs/wire/webhooks.md). */
export const webhookFields = {
  id: id(),
  name: string({ label: 'Name', max: 64, required: true, unique: true, nullable: false }),
  description: text({ label: 'Description' }),
  url: string({ label: 'URL', max: 2000, required: true, nullable: false }),
  /** Names of events, either general or of a single table, file or record. */
  events: json<string[]>({ label: 'Events', default: [] }),
  /** `whsec_` and base64; returned once, to the creator. */
  secret: string({ label: 'Secret', max: 255 }),
  include_data: boolean({ label: 'Send Data', default: false, nullable: false }),
  is_active: boolean({ label: 'Active', default: true, nullable: false }),
  ...audit,
}

export type Webhook = RecordOf<typeof webhookFields>
export type WebhookDraft = DraftOf<typeof webhookFields>

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** One delivery to a webhook, with its outcome. */
export const webhookDeliveryFields = {
  id: id(),
  created_date: datetime({ mode: 'readOnly', nullable: false }),
  webhook_id: integer({ mode: 'readOnly', nullable: false }),
  /** Shared by all attempts, and sent in the header `webhook-id`. */
  message_id: string({ mode: 'readOnly', nullable: false }),
  event: string({ mode: 'readOnly', nullable: false }),
  state: string({ mode: 'readOnly', nullable: false }),
  attempts: integer({ mode: 'readOnly', nullable: false }),
  /** Status code of the last attempt. */
  status_code: integer({ mode: 'readOnly' }),
  duration: integer({ mode: 'readOnly' }),
  error: text({ mode: 'readOnly' }),
  last_attempt_date: datetime({ mode: 'readOnly' }),
  next_attempt_date: datetime({ mode: 'readOnly' }),
}

export type WebhookDelivery = RecordOf<typeof webhookDeliveryFields>
