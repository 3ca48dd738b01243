import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { LookupUses } from '../../../widgets/list/lookup-keys/lookup-uses.tsx'
import styles from '../config.module.css'
import type { EntryKind, EntryPart } from '../entries/entry-kind.ts'
import { listColumns } from '../entries/listed.ts'
import { t } from '../messages.ts'
import { type LookupDraft, lookupEditing, lookupLabels, lookupNotice, newLookupName } from './lookup-draft.ts'
import { lookupMessages } from './messages.ts'

/** Global lookup keys. */
export const lookupKind: EntryKind<LookupDraft> = {
  view: 'lookup-keys',
  ...listColumns['lookup-keys'],
  get one() {
    return t.lookupKey
  },
  get many() {
    return t.lookupKeys
  },
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
