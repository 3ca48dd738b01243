import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { RecordWords } from '../../records/record-picker/record-words.tsx'
import { servicesQuery } from './find-services.ts'
import { t } from './messages.ts'
import { ServiceSelect, unknownService } from './service-select.tsx'

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
