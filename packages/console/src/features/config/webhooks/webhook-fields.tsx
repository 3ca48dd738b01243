import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { BoundField } from '../../../widgets/form/editor-frame/use-form.ts'
import { eventListQuery } from '../../../widgets/pickers/event-names/event-list.ts'
import styles from '../config.module.css'
import type { EntryPart } from '../entries/entry-kind.ts'
import { t } from '../messages.ts'
import { eventsIn, newSecret, type WebhookDraft } from './webhook-draft.ts'

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

/** Event names, one per line, with a search field. */
function WebhookEvents({ value, onChange, ...bound }: BoundField<string>) {
  const list = useId()
  const [wanted, setWanted] = useState('')
  const events = useQuery(eventListQuery)
  const add = () => {
    if (wanted.trim() === '') return
    onChange(eventsIn(`${value}\n${wanted}`).join('\n'))
    setWanted('')
  }
  return (
    <Stack gap={2}>
      <TextArea
        {...bound}
        required
        rows={4}
        mono
        spellCheck={false}
        value={value}
        onChange={onChange}
        help={t.webhookEventsHelp}
      />
      <Row gap={2} wrap align="end">
        <TextField
          label={t.findEvent}
          mono
          spellCheck={false}
          autoComplete="off"
          list={list}
          value={wanted}
          onChange={setWanted}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button onClick={add}>{t.addEvent}</Button>
      </Row>
      <datalist id={list}>
        {(events.data ?? []).map((event) => (
          <option key={event.name} value={event.name}>
            {event.hint}
          </option>
        ))}
      </datalist>
    </Stack>
  )
}
