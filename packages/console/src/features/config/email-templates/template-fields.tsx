import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../config.module.css'
import type { EntryPart } from '../entries/entry-kind.ts'
import type { TemplateDraft } from './template-draft.ts'

const addresses = 'Addresses with commas between them.'

/** Everything of a template but its text without markup. */
export function TemplateFields({ form: { field } }: EntryPart<TemplateDraft>) {
  return (
    <div className={styles.fields}>
      <TextField {...field('name')} required />
      <TextField {...field('description')} />
      <TextField {...field('to')} help={addresses} />
      <div className={styles.pair}>
        <TextField {...field('cc')} help={addresses} />
        <TextField {...field('bcc')} help={addresses} />
      </div>
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
      <div className={styles.pair}>
        <TextField {...field('from_name')} />
        <TextField {...field('from_email')} />
        <TextField {...field('reply_to_name')} />
        <TextField {...field('reply_to_email')} />
      </div>
    </div>
  )
}

export function TextBody({ form: { field } }: EntryPart<TemplateDraft>) {
  return (
    <div className={styles.fields}>
      <TextArea
        {...field('body_text')}
        rows={20}
        mono
        help="What programs show that do not show HTML. Left empty, it is the body without its markup."
      />
    </div>
  )
}
