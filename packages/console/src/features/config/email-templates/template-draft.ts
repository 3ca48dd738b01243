import type { EditorDeclaration } from '../../../widgets/form/editor-frame/use-editor.ts'
import { changedTexts, entryProblem, filledTexts, nameNotice, textOf } from '../entries/entry-fields.ts'
import type { EntryRecord } from '../entries/entry-kind.ts'
import { t } from '../messages.ts'
import { templateMessages } from './messages.ts'

/** The form of an email template. */
export type TemplateDraft = {
  readonly name: string
  readonly description: string
  /** Addresses separated by commas; structured values are shown as JSON. */
  readonly to: string
  readonly cc: string
  readonly bcc: string
  readonly subject: string
  readonly attachment: string
  readonly body_html: string
  readonly body_text: string
  readonly from_name: string
  readonly from_email: string
  readonly reply_to_name: string
  readonly reply_to_email: string
}

export const newTemplateName = 'NEW EMAIL TEMPLATE'

export const templateLabels = {
  name: t.templateName,
  description: t.templateDescription,
  to: t.recipient,
  cc: t.cc,
  bcc: t.bcc,
  subject: t.subject,
  attachment: t.attachment,
  body_html: t.body,
  body_text: t.textBody,
  from_name: t.senderName,
  from_email: t.senderEmail,
  reply_to_name: t.replyToName,
  reply_to_email: t.replyToEmail,
} as const satisfies Record<keyof TemplateDraft, string>

const lists = ['to', 'cc', 'bcc', 'attachment'] as const
const texts = [
  'name',
  'description',
  'subject',
  'from_name',
  'from_email',
  'reply_to_name',
  'reply_to_email',
  'body_html',
  'body_text',
] as const satisfies readonly (keyof TemplateDraft)[]

/** Returns the form of a template, or of a new one if there is no record. */
export function draftOfTemplate(record: EntryRecord | null): TemplateDraft {
  const text = (field: keyof TemplateDraft) => textOf(record?.[field])
  return {
    name: record === null ? newTemplateName : text('name'),
    description: text('description'),
    to: printList(record?.to),
    cc: printList(record?.cc),
    bcc: printList(record?.bcc),
    subject: text('subject'),
    attachment: printList(record?.attachment),
    body_html: text('body_html'),
    body_text: text('body_text'),
    from_name: text('from_name'),
    from_email: text('from_email'),
    reply_to_name: text('reply_to_name'),
    reply_to_email: text('reply_to_email'),
  }
}

/** Formats a text, or a list of texts with commas; anything else as JSON, so that nothing is lost. */
export function printList(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  const plain = Array.isArray(value) && value.every((each) => typeof each === 'string' && !each.includes(','))
  return plain ? value.join(', ') : JSON.stringify(value)
}

/** The reverse: parses JSON, and leaves other text unchanged for the instance to split at commas. */
export function readList(typed: string): unknown {
  const text = typed.trim()
  if (text === '') return null
  if (!/^[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    // A lookup key is in braces, too.
    return text
  }
}

export function templateToCreate(draft: TemplateDraft): Record<string, unknown> {
  const filled = lists.filter((field) => draft[field].trim() !== '')
  return { ...filledTexts(draft, texts), ...Object.fromEntries(filled.map((field) => [field, readList(draft[field])])) }
}

export function templateToUpdate(draft: TemplateDraft, record: EntryRecord): Record<string, unknown> {
  const before = draftOfTemplate(record)
  const changed = lists.filter((field) => draft[field] !== before[field])
  return {
    ...changedTexts(before, draft, texts),
    ...Object.fromEntries(changed.map((field) => [field, readList(draft[field])])),
  }
}

export function templateNotice({ name }: TemplateDraft, isNew: boolean) {
  return nameNotice({ name, isNew, defaultName: newTemplateName, messages: templateMessages })
}

export const templateEditing: EditorDeclaration<EntryRecord, TemplateDraft> = {
  collection: 'system/email_template',
  params: { fields: '*' },
  labels: templateLabels,
  toDraft: draftOfTemplate,
  toCreate: templateToCreate,
  toUpdate: templateToUpdate,
  check: (draft, isNew) => entryProblem('name', templateNotice(draft, isNew)),
}
