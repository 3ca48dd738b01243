import { Pair } from '../../../ui/layout.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../config.module.css'
import type { EntryKind, EntryPart } from '../entries/entry-kind.ts'
import { listColumns } from '../entries/listed.ts'
import { t } from '../messages.ts'
import { templateMessages } from './messages.ts'
import {
  newTemplateName,
  type TemplateDraft,
  templateEditing,
  templateLabels,
  templateNotice,
} from './template-draft.ts'
import { TemplatePreview } from './template-preview.tsx'

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
