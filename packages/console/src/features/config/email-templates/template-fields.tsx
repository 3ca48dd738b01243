import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../config.module.css'
import type { EntryPart } from '../entries/entry-kind.ts'
import { type TemplateDraft, templateLabels } from './template-draft.ts'

const addresses = 'Addresses with commas between them.'

/** Everything of a template but its text without markup. */
export function TemplateFields({ draft, errors, set }: EntryPart<TemplateDraft>) {
  const text = (field: keyof TemplateDraft) => ({
    label: templateLabels[field],
    value: draft[field],
    error: errors[field],
    onChange: (value: string) => set(field, value),
  })
  return (
    <div className={styles.fields}>
      <TextField {...text('name')} required />
      <TextField {...text('description')} />
      <TextField {...text('to')} help={addresses} />
      <div className={styles.pair}>
        <TextField {...text('cc')} help={addresses} />
        <TextField {...text('bcc')} help={addresses} />
      </div>
      <TextField {...text('subject')} />
      <TextField
        {...text('attachment')}
        help="Addresses of files, with commas between them; lookup keys in braces are put in."
      />
      <TextArea
        {...text('body_html')}
        rows={20}
        mono
        spellCheck={false}
        help="HTML. Names in braces stand for values: {first_name}, {link}, {confirm_code}, {app_name}, your lookup keys."
      />
      <div className={styles.pair}>
        <TextField {...text('from_name')} />
        <TextField {...text('from_email')} />
        <TextField {...text('reply_to_name')} />
        <TextField {...text('reply_to_email')} />
      </div>
    </div>
  )
}

export function TextBody({ draft, errors, set }: EntryPart<TemplateDraft>) {
  return (
    <div className={styles.fields}>
      <TextArea
        label={templateLabels.body_text}
        rows={20}
        mono
        value={draft.body_text}
        error={errors.body_text}
        help="What programs show that do not show HTML. Left empty, it is the body without its markup."
        onChange={(value) => set('body_text', value)}
      />
    </div>
  )
}
