import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../config.module.css'
import type { EntryKind, EntryPart } from '../entries/entry-kind.ts'
import { lookupMessages } from '../messages.ts'
import { type LookupDraft, lookupEditing, lookupLabels, lookupNotice, newLookupName } from './lookup-draft.ts'
import { LookupUses } from './lookup-uses.tsx'

/** Names that stand for values everywhere. */
export const lookupKind: EntryKind<LookupDraft> = {
  view: 'lookup-keys',
  collection: 'system/lookup',
  one: 'lookup key',
  many: 'lookup keys',
  nameField: 'name',
  newName: newLookupName,
  messages: lookupMessages,
  editing: lookupEditing,
  notice: lookupNotice,
  markFields: ['private'],
  mark: (entry) => (entry.private ? 'private' : null),
  sections: (part) => [
    { id: 'key', label: 'Key', fields: Object.keys(lookupLabels), content: <LookupFields {...part} /> },
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
        help={draft.name.trim() === '' ? 'Used in braces.' : `Used as {${draft.name.trim()}}.`}
      />
      <TextArea
        {...field('value')}
        rows={10}
        mono
        spellCheck={false}
        secret={draft.private}
        placeholder={kept ? 'Stored; type to replace' : ''}
      />
      {stored?.id === undefined ? null : <LookupUses id={Number(stored.id)} name={String(stored.name ?? '')} />}
      <Checkbox {...field('private')} help="For passwords and keys: the value is encrypted and never shown again." />
    </div>
  )
}
