import { lazy, Suspense } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { EntryKind } from '../entries/entry-kind.ts'
import { webhookMessages } from '../messages.ts'
import { newWebhookName, type WebhookDraft, webhookEditing, webhookLabels, webhookNotice } from './webhook-draft.ts'

const WebhookFields = lazy(() =>
  import('./webhook-fields.tsx').then(({ WebhookFields }) => ({ default: WebhookFields })),
)
const WebhookDeliveries = lazy(() =>
  import('./webhook-deliveries.tsx').then(({ WebhookDeliveries }) => ({ default: WebhookDeliveries })),
)

const waiting = <Skeleton lines={6} />

/** Who is told of events by HTTP. */
export const webhookKind: EntryKind<WebhookDraft> = {
  view: 'webhooks',
  collection: 'system/webhook',
  one: 'webhook',
  many: 'webhooks',
  nameField: 'name',
  newName: newWebhookName,
  messages: webhookMessages,
  editing: () => webhookEditing,
  notice: webhookNotice,
  markFields: ['is_active'],
  mark: (entry) => (entry.is_active ? null : 'off'),
  sections: (part) => [
    {
      id: 'webhook',
      label: 'Webhook',
      fields: Object.keys(webhookLabels),
      content: (
        <Suspense fallback={waiting}>
          <WebhookFields {...part} />
        </Suspense>
      ),
    },
    ...(typeof part.stored?.id === 'number'
      ? [
          {
            id: 'deliveries',
            label: 'Deliveries',
            fields: [],
            content: (
              <Suspense fallback={waiting}>
                <WebhookDeliveries id={part.stored.id} />
              </Suspense>
            ),
          },
        ]
      : []),
  ],
}
