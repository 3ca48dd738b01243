import { lazy, Suspense } from 'react'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type EntryKind, listColumns } from '../entries/entry-kind.ts'
import { t } from '../messages.ts'
import { webhookMessages } from './messages.ts'
import { newWebhookName, type WebhookDraft, webhookEditing, webhookLabels, webhookNotice } from './webhook-draft.ts'

const WebhookFields = lazy(() =>
  import('./webhook-fields.tsx').then(({ WebhookFields }) => ({ default: WebhookFields })),
)
const WebhookDeliveries = lazy(() =>
  import('./webhook-deliveries.tsx').then(({ WebhookDeliveries }) => ({ default: WebhookDeliveries })),
)

const waiting = <Skeleton lines={6} />

/** Webhooks: URLs that are notified of events over HTTP. */
export const webhookKind: EntryKind<WebhookDraft> = {
  view: 'webhooks',
  ...listColumns.webhooks,
  one: t.aWebhook,
  many: t.manyWebhooks,
  newName: newWebhookName,
  messages: webhookMessages,
  editing: () => webhookEditing,
  notice: webhookNotice,
  mark: (entry) => (entry.is_active ? null : t.inactive),
  sections: (part) => [
    {
      id: 'webhook',
      label: t.webhook,
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
            label: t.deliveries,
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
