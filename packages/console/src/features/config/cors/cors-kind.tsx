import { Checkbox } from '../../../ui/checkbox.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { VerbField } from '../../../widgets/access/verb-picker/verb-field.tsx'
import styles from '../config.module.css'
import type { EntryKind, EntryPart } from '../entries/entry-kind.ts'
import { listColumns } from '../entries/listed.ts'
import { t } from '../messages.ts'
import { type CorsDraft, corsEditing, corsLabels, corsNotice, newCorsName } from './cors-draft.ts'
import { corsMessages } from './messages.ts'

/** CORS entries: which other origins may call this instance. */
export const corsKind: EntryKind<CorsDraft> = {
  view: 'cors',
  ...listColumns.cors,
  get one() {
    return t.corsEntry
  },
  get many() {
    return t.corsEntries
  },
  newName: newCorsName,
  messages: corsMessages,
  editing: () => corsEditing,
  notice: corsNotice,
  mark: ({ enabled }) => (enabled ? null : t.inactive),
  sections: (part) => [
    { id: 'entry', label: t.entry, fields: Object.keys(corsLabels), content: <CorsFields {...part} /> },
  ],
}

function CorsFields({ form }: EntryPart<CorsDraft>) {
  const { draft, problem, set, field } = form
  const names = { mono: true, spellCheck: false } as const
  return (
    <div className={styles.fields}>
      <TextField {...field('path')} {...names} required help={t.corsPathHelp} />
      <TextField {...field('description')} />
      <TextField {...field('origin')} {...names} help={t.corsOriginHelp} />
      <TextField {...field('header')} {...names} help={t.corsHeaderHelp} />
      <TextField {...field('exposed_header')} {...names} help={t.exposedHeaderHelp} />
      <TextField {...field('max_age')} type="number" min={0} help={t.maxAgeHelp} />
      <VerbField
        label={corsLabels.method}
        mask={draft.method}
        error={problem.fields.method}
        onChange={(method) => set('method', method)}
      />
      <Stack gap={3}>
        <Checkbox {...field('supports_credentials')} help={t.corsCredentialsHelp} />
        <Checkbox {...field('enabled')} />
      </Stack>
      {draft.enabled && draft.method === 0 ? (
        <Text tone="warning" size="sm">
          {t.noMethodWarning}
        </Text>
      ) : null}
    </div>
  )
}
