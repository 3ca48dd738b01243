import type { Webhook } from '@millwright/contract/records/webhook'
import type { EditorDeclaration } from '../../../widgets/form/editor-frame/use-editor.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { changedTexts, entryProblem, filledTexts, nameNotice, textOf } from '../entries/entry-fields.ts'
import type { EntryRecord } from '../entries/entry-kind.ts'
import { t } from '../messages.ts'
import { webhookMessages } from './messages.ts'

/** The form of a webhook. */
export type WebhookDraft = {
  readonly name: string
  readonly description: string
  readonly url: string
  /** Event names, one per line. */
  readonly events: string
  /** Empty until another is generated: the stored one is never shown. */
  readonly secret: string
  readonly include_data: boolean
  readonly is_active: boolean
}

export const newWebhookName = 'NEW'
const texts = ['name', 'description', 'url'] as const

export const webhookLabels = {
  name: tabWords.name,
  description: tabWords.description,
  url: 'URL',
  events: t.events,
  secret: t.secret,
  include_data: t.sendData,
  is_active: tabWords.active,
} as const satisfies Record<keyof WebhookDraft, string>

const fresh: WebhookDraft = {
  name: newWebhookName,
  description: '',
  url: '',
  events: '',
  secret: '',
  include_data: false,
  is_active: true,
}

/** Returns the form of a webhook, or of a new one if there is no record. */
export function draftOfWebhook(record: EntryRecord | null): WebhookDraft {
  if (record === null) return fresh
  return {
    name: textOf(record.name),
    description: textOf(record.description),
    url: textOf(record.url),
    events: Array.isArray(record.events) ? record.events.map(String).join('\n') : '',
    secret: '',
    include_data: Boolean(record.include_data),
    is_active: Boolean(record.is_active),
  }
}

export function eventsIn(typed: string): string[] {
  const lines = typed.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}

export function webhookToCreate(draft: WebhookDraft): Partial<Webhook> {
  const { include_data, is_active, secret, events } = draft
  return { ...filledTexts(draft, texts), events: eventsIn(events), secret: secret.trim(), include_data, is_active }
}

export function webhookToUpdate(draft: WebhookDraft, record: EntryRecord): Partial<Webhook> {
  const before = draftOfWebhook(record)
  const { include_data, is_active, events, secret } = draft
  return {
    ...changedTexts(before, draft, texts),
    ...(events !== before.events && { events: eventsIn(events) }),
    ...(secret.trim() !== '' && { secret: secret.trim() }),
    ...(include_data !== before.include_data && { include_data }),
    ...(is_active !== before.is_active && { is_active }),
  }
}

export function webhookNotice({ name }: WebhookDraft, isNew: boolean) {
  return nameNotice({ name, isNew, defaultName: newWebhookName, messages: webhookMessages })
}

export const webhookEditing: EditorDeclaration<EntryRecord, WebhookDraft> = {
  collection: 'system/webhook',
  params: { fields: '*' },
  labels: webhookLabels,
  toDraft: draftOfWebhook,
  toCreate: webhookToCreate,
  toUpdate: webhookToUpdate,
  check: (draft, isNew) =>
    entryProblem('name', webhookNotice(draft, isNew), {
      ...(URL.parse(draft.url.trim()) === null && { url: t.httpsUrlNeeded }),
      ...(eventsIn(draft.events).length === 0 && { events: t.addAnEvent }),
      ...(isNew && draft.secret.trim() === '' && { secret: t.generateASecret }),
    }),
}

/** Generates a random secret, which the receiver needs, too. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
