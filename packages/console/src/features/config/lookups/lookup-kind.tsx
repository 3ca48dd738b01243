import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { EditorDeclaration } from '../../../widgets/form/editor-frame/use-editor.ts'
import { LookupUses } from '../../../widgets/list/lookup-keys/lookup-keys.tsx'
import { tabWords } from '../../../words/tabs/messages.ts'
import styles from '../config.module.css'
import { entryProblem, nameNotice, textOf } from '../entries/entry-fields.ts'
import { type EntryKind, type EntryPart, type EntryRecord, listColumns } from '../entries/entry-kind.ts'
import { t } from '../messages.ts'
import { lookupMessages } from './messages.ts'

/** The form of a global lookup key. */
type LookupDraft = {
  readonly name: string
  /** Empty for a private key until another value is typed: the stored one is never shown. */
  readonly value: string
  readonly private: boolean
}

const newLookupName = 'NEW'
const lookupLabels = {
  name: tabWords.name,
  value: tabWords.value,
  private: t.private,
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

/** Global lookup keys. */
export const lookupKind: EntryKind<LookupDraft> = {
  view: 'lookup-keys',
  ...listColumns['lookup-keys'],
  one: t.lookupKey,
  many: t.lookupKeys,
  newName: newLookupName,
  messages: lookupMessages,
  editing: lookupEditing,
  notice: lookupNotice,
  mark: (entry) => (entry.private ? t.privateMark : null),
  sections: (part) => [
    { id: 'key', label: t.key, fields: Object.keys(lookupLabels), content: <LookupFields {...part} /> },
  ],
}

function LookupFields({ form, stored }: EntryPart<LookupDraft>) {
  const { draft, field } = form
  const kept = Boolean(stored?.private) && draft.private
  return (
    <div className={styles.fields}>
      <TextField
        {...field('name')}
        required
        mono
        spellCheck={false}
        help={draft.name.trim() === '' ? t.usedInBraces : t.lookupReference({ name: `{${draft.name.trim()}}` })}
      />
      <TextArea
        {...field('value')}
        rows={10}
        mono
        spellCheck={false}
        secret={draft.private}
        placeholder={kept ? t.storedSecret : ''}
      />
      {stored?.id === undefined ? null : <LookupUses name={String(stored.name ?? '')} />}
      <Checkbox {...field('private')} help={t.privateHelp} />
    </div>
  )
}
