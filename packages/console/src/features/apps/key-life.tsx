import { appKinds } from '@millwright/contract/records/app'
import { Checkbox } from '../../ui/checkbox.tsx'
import { parseWireDate } from '../../ui/dates.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FormFields } from '../../widgets/editor-frame/use-form.ts'
import { RecordPicker } from '../../widgets/record-picker/record-picker.tsx'
import { localMoment } from '../../widgets/usage/usage-range.ts'
import type { AppDraft } from './app-draft.ts'
import { t } from './messages.ts'
import { ownerSource } from './owner-source.ts'

/** What kind of app it is, whose, and when its key ends. */
export function KeyLife({ form: { draft, field, set } }: { form: FormFields<AppDraft> }) {
  const end = parseWireDate(draft.expires_at)
  return (
    <>
      <SelectField
        {...field('kind')}
        help={t.kindHelp}
        options={appKinds.map((value) => ({ value, label: value === 'agent' ? t.kindAgent : t.kindApp }))}
      />
      <RecordPicker
        {...field('owner_id')}
        help={draft.owner_id?.inactive ? t.inactiveOwnerWarning : t.ownerHelp}
        source={ownerSource}
        placeholder={t.noOwner}
        clearable
      />
      <TextField
        {...field('expires_at')}
        type="datetime-local"
        help={end !== null && end.getTime() <= Date.now() ? t.endedHelp : t.endsHelp}
        value={end === null ? '' : localMoment(end.getTime())}
        onChange={(value) => set('expires_at', value === '' ? '' : new Date(value).toISOString())}
      />
      <Checkbox {...field('self_rotate')} help={t.selfRotateHelp} />
    </>
  )
}
