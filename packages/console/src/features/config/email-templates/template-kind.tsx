import type { EmailPreview } from '@millwright/contract/records/mail'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../instance/instance-error.ts'
import { send } from '../../../instance/send.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Pair } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useDebouncedValue } from '../../../ui/use-settled.ts'
import styles from '../config.module.css'
import config from '../config.module.css'
import { type EntryKind, type EntryPart, listColumns } from '../entries/entry-kind.ts'
import { t } from '../messages.ts'
import { MailView } from '../outbox/mail-view.tsx'
import { templateMessages } from './messages.ts'
import {
  newTemplateName,
  type TemplateDraft,
  templateEditing,
  templateLabels,
  templateNotice,
  templateToCreate,
} from './template-draft.ts'

/** Email templates; `previews`: whether the instance can render previews. */
export function templateKind(previews: boolean): EntryKind<TemplateDraft> {
  return {
    view: 'email-templates',
    ...listColumns['email-templates'],
    one: t.emailTemplate,
    many: t.emailTemplates,
    newName: newTemplateName,
    messages: templateMessages,
    editing: () => templateEditing,
    notice: templateNotice,
    sections: (part: EntryPart<TemplateDraft>) => [
      {
        id: 'template',
        label: t.template,
        fields: Object.keys(templateLabels).filter((field) => field !== 'body_text'),
        content: <TemplateFields {...part} />,
      },
      { id: 'text', label: t.text, fields: ['body_text'], content: <TextBody {...part} /> },
      ...(previews
        ? [{ id: 'preview', label: t.preview, fields: [], content: <TemplatePreview draft={part.form.draft} /> }]
        : []),
    ],
  }
}

/** All fields of a template except for its plain text. */
function TemplateFields({ form: { field } }: EntryPart<TemplateDraft>) {
  return (
    <div className={styles.fields}>
      <TextField {...field('name')} required />
      <TextField {...field('description')} />
      <TextField {...field('to')} help={t.commaSeparatedAddresses} />
      <Pair>
        <TextField {...field('cc')} help={t.commaSeparatedAddresses} />
        <TextField {...field('bcc')} help={t.commaSeparatedAddresses} />
      </Pair>
      <TextField {...field('subject')} />
      <TextField {...field('attachment')} help={t.attachmentHelp} />
      <TextArea {...field('body_html')} rows={20} mono spellCheck={false} help={t.htmlHelp} />
      <Pair>
        <TextField {...field('from_name')} />
        <TextField {...field('from_email')} />
        <TextField {...field('reply_to_name')} />
        <TextField {...field('reply_to_email')} />
      </Pair>
    </div>
  )
}

function TextBody({ form: { field } }: EntryPart<TemplateDraft>) {
  return (
    <div className={styles.fields}>
      <TextArea {...field('body_text')} rows={20} mono help={t.plainBodyHelp} />
    </div>
  )
}

const purposes = () =>
  [
    { value: 'invite', label: t.anInvitation },
    { value: 'open_reg', label: t.aRegistration },
    { value: 'password', label: t.aForgottenPassword },
  ] as const
type Purpose = ReturnType<typeof purposes>[number]['value']

/** Milliseconds after the last keystroke until the preview is updated. */
const pause = 400

/** Renders the template in the form on the instance; nothing is stored. */
const previewQuery = (draft: TemplateDraft, purpose: Purpose) =>
  queryOptions({
    queryKey: ['email-preview', purpose, draft] as const,
    queryFn: async ({ signal }): Promise<EmailPreview> => {
      const body = { ...templateToCreate(draft), purpose }
      const { data } = await send({
        verb: 'POST',
        path: 'system/email_preview',
        body,
        evenLocked: true,
        signal,
      })
      return data
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

/** The rendered template, with sample values. */
function TemplatePreview({ draft }: { draft: TemplateDraft }) {
  const [purpose, setPurpose] = useState<Purpose>('invite')
  const settled = useDebouncedValue(draft, pause)
  const { data, error } = useQuery(previewQuery(settled, purpose))
  return (
    <div className={config.fields}>
      <SelectField
        label={t.previewAsLabel}
        options={purposes()}
        value={purpose}
        help={t.previewHelp}
        onChange={setPurpose}
      />
      {error ? (
        <Banner tone="danger" title={t.noPreviewAvailable}>
          {messageOf(error)}
        </Banner>
      ) : data ? (
        <MailView withSubject subject={data.subject} html={data.body_html} text={data.body_text} />
      ) : (
        <Skeleton lines={6} />
      )}
    </div>
  )
}
