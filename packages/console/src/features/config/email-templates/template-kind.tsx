import type { EntryKind, EntryPart } from '../entries/entry-kind.ts'
import { templateMessages } from '../messages.ts'
import {
  newTemplateName,
  type TemplateDraft,
  templateEditing,
  templateLabels,
  templateNotice,
} from './template-draft.ts'
import { TemplateFields, TextBody } from './template-fields.tsx'
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
