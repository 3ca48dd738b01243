import type { ListedService } from '@millwright/contract/wire/services'
import { fileGroups } from '../../instance/type-groups.ts'
import { ServiceSelect } from '../../widgets/pickers/service-select/service-select.tsx'
import { t } from './messages.ts'

interface StorageSelectProps {
  label: string
  help?: string
  /** `null` if they could not be loaded. */
  files: readonly ListedService[] | null
  value: number | null
  error?: string | undefined
  onChange: (id: number | null) => void
}

/** Chooses one of the file services. */
export function StorageSelect({ label, help, files, value, error, onChange }: StorageSelectProps) {
  const missing = files === null ? t.fileServicesFailed : files.length === 0 ? t.noFileService : undefined
  const told = missing ?? help
  return (
    <ServiceSelect
      label={label}
      {...(told !== undefined && { help: told })}
      error={error}
      groups={fileGroups}
      clearable
      placeholder={t.storageUnselected}
      value={value}
      onChange={(service) => onChange(service?.id ?? null)}
    />
  )
}
