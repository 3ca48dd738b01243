import { allVerbs, isVerb, maskOf, verbsOf } from '@millwright/contract/verbs'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { VerbField } from '../../../widgets/access/verb-picker/verb-picker.tsx'
import type { EditorDeclaration } from '../../../widgets/form/editor-frame/use-editor.ts'
import { tabWords } from '../../../words/tabs/messages.ts'
import styles from '../config.module.css'
import { changedTexts, entryProblem, filledTexts, nameNotice, textOf } from '../entries/entry-fields.ts'
import { type EntryKind, type EntryPart, type EntryRecord, listColumns } from '../entries/entry-kind.ts'
import { t } from '../messages.ts'
import { corsMessages } from './messages.ts'

/** The form of a CORS entry. */
type CorsDraft = {
  readonly path: string
  readonly description: string
  readonly origin: string
  readonly header: string
  readonly exposed_header: string
  /** Seconds, as typed. */
  readonly max_age: string
  /** A verb mask. */
  readonly method: number
  readonly supports_credentials: boolean
  readonly enabled: boolean
}

const newCorsName = 'NEW'
const texts = ['path', 'description', 'origin', 'header', 'exposed_header'] as const

const corsLabels = {
  path: tabWords.path,
  description: tabWords.description,
  origin: t.origins,
  header: t.headers,
  exposed_header: t.exposedHeaders,
  max_age: t.maxAge,
  method: t.methods,
  supports_credentials: t.supportsCredentials,
  enabled: t.enabled,
} as const satisfies Record<keyof CorsDraft, string>

const fresh: CorsDraft = {
  path: newCorsName,
  description: '',
  origin: '*',
  header: '*',
  exposed_header: '',
  max_age: '0',
  method: 0,
  supports_credentials: false,
  enabled: false,
}

/** Returns the form of an entry, or of a new one if there is no record. */
export function draftOfCors(record: EntryRecord | null): CorsDraft {
  if (record === null) return fresh
  return {
    path: textOf(record.path),
    description: textOf(record.description),
    origin: textOf(record.origin),
    header: textOf(record.header),
    exposed_header: textOf(record.exposed_header),
    max_age: String(record.max_age ?? 0),
    method: maskOfMethods(record.method),
    supports_credentials: Boolean(record.supports_credentials),
    enabled: Boolean(record.enabled),
  }
}

/** Servers return a list of verbs, some a mask. */
function maskOfMethods(method: unknown): number {
  if (typeof method === 'number') return method & allVerbs
  if (!Array.isArray(method)) return 0
  return maskOf(method.map((verb) => String(verb).toUpperCase()).filter(isVerb))
}

export function corsToCreate(draft: CorsDraft): Record<string, unknown> {
  const { supports_credentials, enabled } = draft
  return {
    ...filledTexts(draft, texts),
    max_age: secondsOf(draft),
    method: verbsOf(draft.method),
    supports_credentials,
    enabled,
  }
}

export function corsToUpdate(draft: CorsDraft, record: EntryRecord): Record<string, unknown> {
  const before = draftOfCors(record)
  const { method, supports_credentials, enabled } = draft
  return {
    ...changedTexts(before, draft, texts),
    ...(secondsOf(draft) !== secondsOf(before) && { max_age: secondsOf(draft) }),
    ...(method !== before.method && { method: verbsOf(method) }),
    ...(supports_credentials !== before.supports_credentials && { supports_credentials }),
    ...(enabled !== before.enabled && { enabled }),
  }
}

function secondsOf({ max_age }: CorsDraft): number {
  return Number(max_age.trim() || 0)
}

export function corsNotice({ path }: CorsDraft, isNew: boolean) {
  return nameNotice({ name: path, isNew, defaultName: newCorsName, messages: corsMessages })
}

export const corsEditing: EditorDeclaration<EntryRecord, CorsDraft> = {
  collection: 'system/cors',
  params: { fields: '*' },
  labels: corsLabels,
  toDraft: draftOfCors,
  toCreate: corsToCreate,
  toUpdate: corsToUpdate,
  check: (draft, isNew) => {
    const whole = /^\d*$/.test(draft.max_age.trim())
    const others = whole ? {} : { max_age: t.maxAgeInvalid }
    return entryProblem('path', corsNotice(draft, isNew), others)
  },
}

/** CORS entries: which other origins may call this instance. */
export const corsKind: EntryKind<CorsDraft> = {
  view: 'cors',
  ...listColumns.cors,
  one: t.corsEntry,
  many: t.corsEntries,
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
