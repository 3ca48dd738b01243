import type { ListedService } from '@millwright/contract/wire/root'
import { SelectField } from '../../ui/select-field.tsx'
import { t } from './messages.ts'

interface StorageSelectProps {
  label: string
  help?: string
  /** Null when they could not be read. */
  files: readonly ListedService[] | null
  value: number | null
  error?: string | undefined
  onChange: (id: number | null) => void
}

const none = 'none'

/** Chooses one of the file services; a stored one that is not among them can be kept. */
export function StorageSelect({ label, help, files, value, error, onChange }: StorageSelectProps) {
  const known = files ?? []
  const unknown = value !== null && !known.some(({ id }) => id === value)
  const missing = files === null ? t.couldNotLoadTheFile : known.length === 0 ? t.thereIsNoFileService : undefined
  return (
    <SelectField
      label={label}
      help={missing ?? help}
      error={error}
      value={value === null ? none : String(value)}
      onChange={(chosen) => onChange(chosen === none ? null : Number(chosen))}
      options={[
        { value: none, label: t.noStorageServiceSelected },
        ...(unknown ? [{ value: String(value), label: t.serviceNumber({ id: value }) }] : []),
        ...known.map((service) => ({ value: String(service.id), label: service.label || service.name })),
      ]}
    />
  )
}
