import { Pair } from '../../../ui/layout.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../config.module.css'
import type { EntryKind, EntryPart } from '../entries/entry-kind.ts'
import { templateMessages } from '../messages.ts'
import {
  newTemplateName,
  type TemplateDraft,
  templateEditing,
  templateLabels,
  templateNotice,
} from './template-draft.ts'
import { TemplatePreview } from './template-preview.tsx'

/** What mails say; `previews`: whether the instance can show what it makes of a template. */
export function templateKind(previews: boolean): EntryKind<TemplateDraft> {
  return {
    view: 'email-templates',
    collection: 'system/email_template',
    one: 'email template',
    many: 'email templates',
    nameField: 'name',
    newName: newTemplateName,
    messages: templateMessages,
    editing: () => templateEditing,
    notice: templateNotice,
    sections: (part: EntryPart<TemplateDraft>) => [
      {
        id: 'template',
        label: 'Template',
        fields: Object.keys(templateLabels).filter((field) => field !== 'body_text'),
        content: <TemplateFields {...part} />,
      },
      { id: 'text', label: 'Text', fields: ['body_text'], content: <TextBody {...part} /> },
      ...(previews
        ? [{ id: 'preview', label: 'Preview', fields: [], content: <TemplatePreview draft={part.form.draft} /> }]
        : []),
    ],
  }
}

const addresses = 'Comma-separated addresses.'

/** Everything of a template but its text without markup. */
function TemplateFields({ form: { field } }: EntryPart<TemplateDraft>) {
  return (
    <div className={styles.fields}>
      <TextField {...field('name')} required />
      <TextField {...field('description')} />
      <TextField {...field('to')} help={addresses} />
      <Pair>
        <TextField {...field('cc')} help={addresses} />
        <TextField {...field('bcc')} help={addresses} />
      </Pair>
      <TextField {...field('subject')} />
      <TextField
        {...field('attachment')}
        help="Addresses of files, with commas between them; lookup keys in braces are put in."
      />
      <TextArea
        {...field('body_html')}
        rows={20}
        mono
        spellCheck={false}
        help="HTML. Names in braces stand for values: {first_name}, {link}, {confirm_code}, {app_name}, your lookup keys."
      />
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
      <TextArea
        {...field('body_text')}
        rows={20}
        mono
        help="For mail programs that do not show HTML. If empty, generated from the HTML body."
      />
    </div>
  )
}
