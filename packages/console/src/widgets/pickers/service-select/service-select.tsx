import { useQuery } from '@tanstack/react-query'
import type { ServiceGroup } from '../../../instance/type-groups.ts'
import type { FieldProps } from '../../../ui/field.tsx'
import { RecordPicker } from '../../records/record-picker/record-picker.tsx'
import type { PickedRecord, RecordSource } from '../../records/record-picker/record-source.ts'
import { serviceQuery } from './find-services.ts'
import { t } from './messages.ts'
import { serviceSource } from './service-source.ts'

interface ServiceSelectProps extends FieldProps {
  /** Groups to choose from; all if omitted. */
  groups?: readonly ServiceGroup[]
  /** Overrides the search for services. */
  source?: RecordSource
  /** Id or name of the chosen service. */
  value: number | string | null
  /** The chosen service, if already loaded. */
  known?: PickedRecord
  onChange: (service: PickedRecord | null) => void
  /** Shown while nothing is chosen; with `clearable` also the label of the empty option. */
  placeholder?: string
  clearable?: boolean
  /** Ids of services that are already chosen elsewhere and cannot be chosen here. */
  taken?: ReadonlySet<number>
  /** Keeps the list open after a choice. */
  staysOpen?: boolean
  look?: 'field' | 'small'
  disabled?: boolean
}

/** Chooses a service. All forms use this control. */
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

/** Placeholder for a service that is not loaded or does not exist. */
export function unknownService(which: number | string, gone: boolean): PickedRecord {
  return {
    id: typeof which === 'number' ? which : 0,
    label: typeof which === 'number' ? `#${which}` : which,
    ...(gone && { trouble: { tone: 'danger', text: t.notFound } }),
  }
}
