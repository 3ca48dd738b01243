import { appKinds } from '@millwright/contract/records/app'
import { Checkbox } from '../../ui/checkbox.tsx'
import { localMoment, parseWireDate } from '../../ui/dates.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FormFields } from '../../widgets/form/editor-frame/use-form.ts'
import { RecordPicker } from '../../widgets/records/record-picker/record-picker.tsx'
import { findQuery, type RecordSource, userSource } from '../../widgets/records/record-picker/record-source.ts'
import type { AppDraft } from './app-draft.ts'
import { t } from './messages.ts'

const adminSource: RecordSource = { ...userSource, collection: 'system/admin', path: '/admins' }

/** Whoever can own an app: users, and administrators as far as they may be read. */
const ownerSource: RecordSource = {
  ...userSource,
  get many() {
    return userSource.many
  },
  finds: {
    variant: 'owners',
    async find({ text, most, client }) {
      const people = [userSource, adminSource].map((source) => client.fetchQuery(findQuery(source, text)))
      const found = (await Promise.allSettled(people)).flatMap((each) =>
        each.status === 'fulfilled' ? each.value : [],
      )
      const records = found.flatMap((each) => each.records)
      return { records: records.slice(0, most), more: records.length > most || found.some(({ more }) => more) }
    },
  },
}

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
