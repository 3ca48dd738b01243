import { Checkbox } from '../../../ui/checkbox.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { VerbPicker } from '../../../widgets/verb-picker/verb-picker.tsx'
import styles from '../config.module.css'
import type { EntryKind, EntryPart } from '../entries/entry-kind.ts'
import { corsMessages } from '../messages.ts'
import { type CorsDraft, corsEditing, corsLabels, corsNotice, newCorsName } from './cors-draft.ts'

/** Which pages of other origins may call this instance. */
export const corsKind: EntryKind<CorsDraft> = {
  view: 'cors',
  collection: 'system/cors',
  one: 'CORS entry',
  many: 'CORS entries',
  nameField: 'path',
  newName: newCorsName,
  messages: corsMessages,
  editing: () => corsEditing,
  notice: corsNotice,
  markFields: ['enabled'],
  mark: ({ enabled }) => (enabled ? null : 'off'),
  sections: (part) => [
    { id: 'entry', label: 'Entry', fields: Object.keys(corsLabels), content: <CorsFields {...part} /> },
  ],
}

function CorsFields({ draft, errors, set }: EntryPart<CorsDraft>) {
  const text = (field: 'path' | 'description' | 'origin' | 'header' | 'exposed_header') => ({
    label: corsLabels[field],
    value: draft[field],
    error: errors[field],
    onChange: (value: string) => set(field, value),
  })
  const names = { mono: true, spellCheck: false } as const
  return (
    <div className={styles.fields}>
      <TextField
        {...text('path')}
        {...names}
        required
        help="Like api/v2/* or *. With a ^ in front it is a regular expression."
      />
      <TextField {...text('description')} />
      <TextField
        {...text('origin')}
        {...names}
        help="With commas between them, like https://app.example.org; * for all."
      />
      <TextField {...text('header')} {...names} help="Headers that a call may send; * for all." />
      <TextField {...text('exposed_header')} {...names} help="Headers of the answer that the page may read." />
      <TextField
        label={corsLabels.max_age}
        type="number"
        min={0}
        value={draft.max_age}
        error={errors.max_age}
        help="Seconds for which a browser remembers the answer."
        onChange={(value) => set('max_age', value)}
      />
      <div className={styles.picker}>
        <Text as="span" size="sm" weight="medium">
          {corsLabels.method}
        </Text>
        <VerbPicker label={corsLabels.method} mask={draft.method} onChange={(method) => set('method', method)} />
        {errors.method ? (
          <Text tone="danger" size="sm">
            {errors.method}
          </Text>
        ) : null}
      </div>
      <Stack gap={3}>
        <Checkbox
          label={corsLabels.supports_credentials}
          checked={draft.supports_credentials}
          error={errors.supports_credentials}
          help="Cookies and HTTP authentication may be sent along."
          onChange={(on) => set('supports_credentials', on)}
        />
        <Checkbox
          label={corsLabels.enabled}
          checked={draft.enabled}
          error={errors.enabled}
          onChange={(on) => set('enabled', on)}
        />
      </Stack>
      {draft.enabled && draft.method === 0 ? (
        <Text tone="warning" size="sm">
          No method is chosen, so every call is refused.
        </Text>
      ) : null}
    </div>
  )
}
