import { verbs } from '@millwright/contract/verbs'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Stack } from '../../ui/layout.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ComponentField } from '../../widgets/component-field/component-field.tsx'
import { NameFields } from '../../widgets/editor-frame/name-fields.tsx'
import { RecordPicker } from '../../widgets/record-picker/record-picker.tsx'
import { roleSource, serviceSource, userSource } from '../../widgets/record-picker/record-source.ts'
import { anyVerb, type LimitDraft, limitLabels } from './limit-draft.ts'
import { periodOptions, scopeOf, typeOptions } from './limit-words.ts'
import styles from './limits.module.css'

interface LimitFieldsProps {
  draft: LimitDraft
  errors: Readonly<Record<string, string>>
  set: <K extends keyof LimitDraft & string>(field: K, value: LimitDraft[K]) => void
}

const select = 'Please Select...'

/** What a limit counts, and how much of it passes; the type says which controls there are. */
export function LimitFields({ draft, errors, set }: LimitFieldsProps) {
  const scope = scopeOf(draft.type)
  return (
    <Stack gap={4}>
      <NameFields draft={draft} labels={limitLabels} errors={errors} longest={255} set={set} />
      <SelectField
        label={limitLabels.type}
        required
        placeholder={select}
        help={meaningOf(draft)}
        value={draft.type}
        error={errors.type}
        options={typeOptions(draft.type)}
        onChange={(type) => set('type', type)}
      />
      {scope?.service ? (
        <RecordPicker
          label={limitLabels.service_id}
          required
          source={serviceSource}
          placeholder={select}
          value={draft.service_id}
          error={errors.service_id}
          onChange={(found) => set('service_id', found && { id: found.id, label: found.label })}
        />
      ) : null}
      {scope?.user === 'one' ? (
        <RecordPicker
          label={limitLabels.user_id}
          required
          source={userSource}
          placeholder={select}
          value={draft.user_id}
          error={errors.user_id}
          onChange={(found) => set('user_id', found && { id: found.id, label: found.label })}
        />
      ) : null}
      {scope?.endpoint ? (
        <ComponentField
          label={limitLabels.endpoint}
          required
          help="A path in the service, such as _table/contact. A * at its end takes in all that is below."
          service={draft.service_id?.label ?? null}
          value={draft.endpoint}
          error={errors.endpoint}
          onChange={(endpoint) => set('endpoint', endpoint)}
        />
      ) : null}
      {scope?.role ? (
        <RecordPicker
          label={limitLabels.role_id}
          required
          source={roleSource}
          placeholder={select}
          value={draft.role_id}
          error={errors.role_id}
          onChange={(found) => set('role_id', found && { id: found.id, label: found.label })}
        />
      ) : null}
      <div className={styles.pair}>
        <TextField
          label={limitLabels.rate}
          required
          inputMode="numeric"
          autoComplete="off"
          help="How many requests pass in a period."
          value={draft.rate}
          error={errors.rate}
          onChange={(value) => set('rate', value)}
        />
        <SelectField
          label={limitLabels.period}
          required
          placeholder={select}
          value={draft.period}
          error={errors.period}
          options={periodOptions(draft.period)}
          onChange={(period) => set('period', period)}
        />
      </div>
      <SelectField
        label={limitLabels.verb}
        value={draft.verb}
        error={errors.verb}
        options={[{ value: anyVerb, label: 'Any' }, ...verbs.map((verb) => ({ value: verb, label: verb }))]}
        onChange={(verb) => set('verb', verb)}
      />
      <Checkbox
        label={limitLabels.is_active}
        help="A limit that is not active counts nothing and refuses nothing."
        checked={draft.is_active}
        error={errors.is_active}
        onChange={(value) => set('is_active', value)}
      />
    </Stack>
  )
}

/** Whose requests are counted together, in a sentence. */
function meaningOf({ type }: LimitDraft): string {
  const scope = scopeOf(type)
  if (scope === null) return 'What is counted together.'
  const who = scope.user === 'one' ? 'One user’s' : scope.user === 'each' ? 'Every user’s own' : 'All'
  const where = scope.endpoint ? ' to one path in a service' : scope.service ? ' to one service' : ''
  return `${who} requests${scope.role ? ' made with one role' : where} are counted${scope.user === 'each' ? '' : ' together'}.`
}
