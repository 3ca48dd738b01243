import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../config.module.css'
import type { EntryPart } from '../entries/entry-kind.ts'
import { t } from '../messages.ts'
import { newSecret, type WebhookDraft } from './webhook-draft.ts'
import { WebhookEvents } from './webhook-events.tsx'

/** The settings of a webhook. */
export function WebhookFields({ form, stored }: EntryPart<WebhookDraft>) {
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
        help={t.webhookUrlHelp}
      />
      <WebhookEvents {...field('events')} />
      <Stack gap={2}>
        <TextField
          {...field('secret')}
          required={stored === null}
          mono
          spellCheck={false}
          autoComplete="off"
          placeholder={stored === null ? '' : t.storedGeneratedSecret}
          help={t.webhookSecretHelp}
        />
        <Row gap={2} wrap>
          <Button size="small" onClick={() => set('secret', newSecret())}>
            {t.generateSecret}
          </Button>
          {draft.secret === '' ? null : (
            <CopyTextButton size="small" text={draft.secret}>
              {t.copySecret}
            </CopyTextButton>
          )}
        </Row>
      </Stack>
      <Checkbox {...field('include_data')} help={t.webhookBodiesHelp} />
      <Checkbox {...field('is_active')} />
    </div>
  )
}
