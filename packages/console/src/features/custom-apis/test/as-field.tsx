import type { CustomApiTest } from '@millwright/contract/records/custom-api'
import { useUser } from '../../../instance/browser-session.ts'
import { isFullAdmin } from '../../../instance/session.ts'
import { Pair } from '../../../ui/layout.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { RecordPicker } from '../../../widgets/records/record-picker/record-picker.tsx'
import {
  appSource,
  type PickedRecord,
  type RecordSource,
  roleSource,
  userSource,
} from '../../../widgets/records/record-picker/record-source.ts'
import { t } from './messages.ts'

/** As whom a test runs; without a record while none is chosen. */
export interface TestCaller {
  readonly kind: 'self' | keyof typeof kinds
  readonly record: PickedRecord | null
}

export const oneself: TestCaller = { kind: 'self', record: null }

interface CallerKind {
  readonly label: string
  readonly source: RecordSource
  readonly as: (id: number) => NonNullable<CustomApiTest['as']>
}

const kinds = {
  role: {
    label: t.aRole,
    source: roleSource,
    as: (role_id) => ({ role_id }),
  },
  user: {
    label: t.aUser,
    source: userSource,
    as: (user_id) => ({ user_id }),
  },
  app: {
    label: t.anApp,
    source: appSource,
    as: (app_id) => ({ app_id }),
  },
} satisfies Record<string, CallerKind>

/** What is sent: `null` for oneself, `undefined` while nobody is chosen. */
export function asOf({ kind, record }: TestCaller): ReturnType<CallerKind['as']> | null | undefined {
  if (kind === 'self') return null
  return record === null ? undefined : kinds[kind].as(record.id)
}

interface AsFieldProps {
  value: TestCaller
  onChange: (value: TestCaller) => void
}

/** Lets full administrators choose whose rights a test has. */
export function AsField({ value, onChange }: AsFieldProps) {
  const user = useUser()
  if (!isFullAdmin(user)) return null
  const { kind, record } = value
  const of = kind === 'self' ? null : kinds[kind]
  const choice = (
    <SelectField
      label={t.asWhom}
      value={kind}
      options={[
        { value: 'self', label: t.yourself },
        ...(['role', 'user', 'app'] as const).map((each) => ({ value: each, label: kinds[each].label })),
      ]}
      onChange={(chosen) => onChange({ kind: chosen, record: null })}
    />
  )
  if (of === null) return choice
  return (
    <Pair>
      {choice}
      <RecordPicker
        key={kind}
        label={of.label}
        source={of.source}
        placeholder={t.chooseOne}
        value={record}
        onChange={(next) => onChange({ kind, record: next })}
      />
    </Pair>
  )
}
