import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ServiceGroup } from '../../../instance/type-groups.ts'
import type { FieldProps } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { RecordPicker } from '../../records/record-picker/record-picker.tsx'
import type { PickedRecord, RecordSource } from '../../records/record-picker/record-source.ts'
import { RecordWords } from '../../records/record-picker/record-words.tsx'
import { serviceQuery, servicesQuery } from './find-services.ts'
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
function unknownService(which: number | string, gone: boolean): PickedRecord {
  return {
    id: typeof which === 'number' ? which : 0,
    label: typeof which === 'number' ? `#${which}` : which,
    ...(gone && { trouble: { tone: 'danger', text: t.notFound } }),
  }
}

interface ServicesSelectProps {
  /** The field's label. */
  label: string
  /** Chosen names, as they were written. */
  value: readonly string[]
  onChange: (names: readonly string[]) => void
}

const groups = ['application'] as const

/** Chooses any number of services for applications. Names without a service stay until they are removed. */
export function ServicesSelect({ label, value, onChange }: ServicesSelectProps) {
  const { data: known } = useQuery(servicesQuery(value.map((name) => name.trim())))
  const chosen = value.map((name) => {
    const found = known?.get(name.trim().toLowerCase())
    return { name, record: found ?? unknownService(name, known !== undefined) }
  })
  return (
    <Stack gap={2}>
      {chosen.length === 0 ? null : (
        <Stack as="ul" gap={1} aria-label={label}>
          {chosen.map(({ name, record }) => (
            <Row as="li" key={name} gap={2} shrink>
              <RecordWords record={record} />
              <IconButton
                size="small"
                label={t.removeService({ name })}
                icon={<IconX />}
                onClick={() => onChange(value.filter((one) => one !== name))}
              />
            </Row>
          ))}
        </Stack>
      )}
      <ServiceSelect
        label={label}
        labelHidden
        staysOpen
        groups={groups}
        placeholder={t.addServices}
        value={null}
        taken={new Set(chosen.map(({ record }) => record.id))}
        onChange={(service) => service && onChange([...value, service.label])}
      />
    </Stack>
  )
}
