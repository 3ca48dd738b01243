import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../config.module.css'
import type { EntryKind, EntryPart } from '../entries/entry-kind.ts'
import { webhookMessages } from '../messages.ts'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import {
  newSecret,
  newWebhookName,
  type WebhookDraft,
  webhookEditing,
  webhookLabels,
  webhookNotice,
} from './webhook-draft.ts'
import { WebhookEvents } from './webhook-events.tsx'

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
    { id: 'webhook', label: 'Webhook', fields: Object.keys(webhookLabels), content: <WebhookFields {...part} /> },
    ...(typeof part.stored?.id === 'number'
      ? [{ id: 'deliveries', label: 'Deliveries', fields: [], content: <WebhookDeliveries id={part.stored.id} /> }]
      : []),
  ],
}

function WebhookFields({ form, stored }: EntryPart<WebhookDraft>) {
  const { draft, set, field } = form
  return (
    <div className={styles.fields}>
      <TextField {...field('name')} required />
      <TextField {...field('description')} />
      <TextField
        {...field('url')}
        type="url"
        required
        mono
        spellCheck={false}
        placeholder="https://"
        help="Receives a signed POST request for each event."
      />
      <WebhookEvents {...field('events')} />
      <Stack gap={2}>
        <TextField
          {...field('secret')}
          required={stored === null}
          mono
          spellCheck={false}
          autoComplete="off"
          placeholder={stored === null ? '' : 'Stored; generate to replace'}
          help="Signs the requests, by Standard Webhooks. Copy it to the receiver: it is not shown again."
        />
        <Row gap={2} wrap>
          <Button size="small" onClick={() => set('secret', newSecret())}>
            Generate secret
          </Button>
          {draft.secret === '' ? null : (
            <CopyTextButton size="small" text={draft.secret}>
              Copy secret
            </CopyTextButton>
          )}
        </Row>
      </Stack>
      <Checkbox
        {...field('include_data')}
        help="Sends the bodies of request and response along. Otherwise only what was requested, by whom, and the status."
      />
      <Checkbox {...field('is_active')} />
    </div>
  )
}
