import type { EditorDeclaration } from '../../../widgets/form/editor-frame/use-editor.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import { entryProblem, nameNotice } from '../entries/check-name.ts'
import type { EntryRecord } from '../entries/entry-kind.ts'
import { textOf } from '../entries/sent-texts.ts'
import { t } from '../messages.ts'
import { lookupMessages } from './messages.ts'

/** The form of a global lookup key. */
export type LookupDraft = {
  readonly name: string
  /** Empty for a private key until another value is typed: the stored one is never shown. */
  readonly value: string
  readonly private: boolean
}

export const newLookupName = 'NEW'
export const lookupLabels = {
  get name() {
    return tabWords.name
  },
  get value() {
    return tabWords.value
  },
  get private() {
    return t.private
  },
} as const satisfies Record<keyof LookupDraft, string>

const fresh: LookupDraft = { name: newLookupName, value: '', private: false }

/** Returns the form of a key, or of a new one if there is no record. */
export function draftOfLookup(record: EntryRecord | null): LookupDraft {
  if (record === null) return fresh
  const isPrivate = Boolean(record.private)
  return { name: textOf(record.name), value: isPrivate ? '' : textOf(record.value), private: isPrivate }
}

export function lookupToCreate({ name, value, private: isPrivate }: LookupDraft): Record<string, unknown> {
  return { name: name.trim(), value, private: isPrivate }
}

/** Returns only what changed: an untouched value of a private key is not sent, so that its mask never replaces it. */
export function lookupToUpdate(draft: LookupDraft, record: EntryRecord): Record<string, unknown> {
  const before = draftOfLookup(record)
  return {
    ...(draft.name !== before.name && { name: draft.name.trim() }),
    ...(draft.private !== before.private && { private: draft.private }),
    ...(draft.value !== before.value && { value: draft.value }),
  }
}

export function lookupNotice({ name }: LookupDraft, isNew: boolean) {
  return nameNotice({ name, isNew, defaultName: newLookupName, messages: lookupMessages })
}

/** Declares how a key is edited; `stored`: the key as loaded, `null` for a new one. */
export function lookupEditing(stored: EntryRecord | null): EditorDeclaration<EntryRecord, LookupDraft> {
  return {
    collection: 'system/lookup',
    params: { fields: '*' },
    labels: lookupLabels,
    toDraft: draftOfLookup,
    toCreate: lookupToCreate,
    toUpdate: lookupToUpdate,
    check: (draft, isNew) => {
      const laidOpen = Boolean(stored?.private) && !draft.private && draft.value === ''
      return entryProblem('name', lookupNotice(draft, isNew), laidOpen ? { value: t.valueAgain } : {})
    },
  }
}
