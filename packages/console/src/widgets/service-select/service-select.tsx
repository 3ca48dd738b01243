import { useQuery } from '@tanstack/react-query'
import type { ServiceGroup } from '../../instance/type-groups.ts'
import type { FieldProps } from '../../ui/field.tsx'
import { RecordPicker } from '../record-picker/record-picker.tsx'
import type { PickedRecord, RecordSource } from '../record-picker/record-source.ts'
import { serviceQuery } from './find-services.ts'
import { t } from './messages.ts'
import { serviceSource } from './service-source.ts'

interface ServiceSelectProps extends FieldProps {
  /** Only services of these groups; without it all are offered. */
  groups?: readonly ServiceGroup[]
  /** Where they are found instead, where that is known better. */
  source?: RecordSource
  /** The number or the name of the chosen one. */
  value: number | string | null
  /** What is known of the chosen one already. */
  known?: PickedRecord
  onChange: (service: PickedRecord | null) => void
  /** What the control says while nothing is chosen; with `clearable` also the choice of nothing. */
  placeholder?: string
  clearable?: boolean
  /** Services that cannot be chosen, as they are chosen elsewhere. */
  taken?: ReadonlySet<number>
  /** The list stays for further choices. */
  staysOpen?: boolean
  look?: 'field' | 'small'
  disabled?: boolean
}

/** Chooses one of any number of services; the one way in which forms do. */
export function ServiceSelect({ groups = [], source, value, known, placeholder, ...rest }: ServiceSelectProps) {
  const chosen = value === '' ? null : value
  const { data } = useQuery({ ...serviceQuery(chosen ?? ''), enabled: chosen !== null && known === undefined })
  return (
    <RecordPicker
      {...rest}
      source={source ?? serviceSource(...groups)}
      placeholder={placeholder ?? t.chooseAService}
      value={chosen === null ? null : (known ?? data ?? unknownService(chosen, data === null))}
    />
  )
}

/** A service of which nothing is known, or nothing yet. */
export function unknownService(which: number | string, gone: boolean): PickedRecord {
  return {
    id: typeof which === 'number' ? which : 0,
    label: typeof which === 'number' ? `#${which}` : which,
    ...(gone && { trouble: { tone: 'danger', text: t.notFound } }),
  }
}
