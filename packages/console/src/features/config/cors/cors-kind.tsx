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

function CorsFields({ form }: EntryPart<CorsDraft>) {
  const { draft, problem, set, field } = form
  const names = { mono: true, spellCheck: false } as const
  return (
    <div className={styles.fields}>
      <TextField
        {...field('path')}
        {...names}
        required
        help="Like api/v2/* or *. With a ^ in front it is a regular expression."
      />
      <TextField {...field('description')} />
      <TextField
        {...field('origin')}
        {...names}
        help="Comma-separated, for example https://app.example.org; * for all."
      />
      <TextField {...field('header')} {...names} help="Request headers to allow; * for all." />
      <TextField {...field('exposed_header')} {...names} help="Response headers that pages may read." />
      <TextField
        {...field('max_age')}
        type="number"
        min={0}
        help="How many seconds browsers cache the preflight response."
      />
      <div className={styles.picker}>
        <Text as="span" size="sm" weight="medium">
          {corsLabels.method}
        </Text>
        <VerbPicker label={corsLabels.method} mask={draft.method} onChange={(method) => set('method', method)} />
        {problem.fields.method ? (
          <Text tone="danger" size="sm">
            {problem.fields.method}
          </Text>
        ) : null}
      </div>
      <Stack gap={3}>
        <Checkbox {...field('supports_credentials')} help="Cookies and HTTP authentication may be sent along." />
        <Checkbox {...field('enabled')} />
      </Stack>
      {draft.enabled && draft.method === 0 ? (
        <Text tone="warning" size="sm">
          No method is selected, so every request is rejected.
        </Text>
      ) : null}
    </div>
  )
}
