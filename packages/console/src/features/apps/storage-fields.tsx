import type { ListedService } from '@millwright/contract/wire/services'
import { IconFolder } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { fileGroups } from '../../instance/type-groups.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ServiceSelect } from '../../widgets/pickers/service-select/service-select.tsx'
import { t } from './messages.ts'

const FolderChooser = lazy(() =>
  import('../../widgets/files/folder-tree/folder-chooser.tsx').then((module) => ({ default: module.FolderChooser })),
)

interface StorageFolderProps {
  label: string
  /** The service with the folder; `undefined` if no known one is chosen. */
  service: ListedService | undefined
  value: string
  error?: string | undefined
  onChange: (folder: string) => void
}

/** The folder of an app's files: typed for a new folder, or chosen among the existing ones. */
export function StorageFolder({ label, service, value, error, onChange }: StorageFolderProps) {
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <TextField
        label={label}
        mono
        spellCheck={false}
        maxLength={255}
        value={value}
        error={error}
        onChange={onChange}
        action={
          service ? (
            <IconButton size="small" label={t.chooseAFolder} icon={<IconFolder />} onClick={() => setChoosing(true)} />
          ) : undefined
        }
      />
      {service && isChoosing ? (
        <Suspense fallback={null}>
          <FolderChooser
            title={t.appFolder}
            action={t.chooseFolder}
            roots={[{ service: service.name, label: service.label || service.name }]}
            start={{ service: service.name, folder: value.replace(/^\/+|\/+$/g, '') }}
            onChoose={({ folder }) => {
              onChange(folder)
              setChoosing(false)
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

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
  const hint = missing ?? help
  return (
    <ServiceSelect
      label={label}
      {...(hint !== undefined && { help: hint })}
      error={error}
      groups={fileGroups}
      clearable
      placeholder={t.storageUnselected}
      value={value}
      onChange={(service) => onChange(service?.id ?? null)}
    />
  )
}
