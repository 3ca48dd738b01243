import { appType } from '@millwright/contract/records/app'
import { instanceAddress } from '../../instance/send.ts'
import type { ListedService } from '../../instance/service-list.ts'
import { TextField } from '../../ui/text-field.tsx'
import { type AppDraft, appLabels } from './app-draft.ts'
import styles from './apps.module.css'
import { CopyLine } from './copy-line.tsx'
import { launchPlace } from './launch-place.ts'
import { StorageFolder } from './storage-folder.tsx'
import { StorageSelect } from './storage-select.tsx'

interface AppPlaceProps {
  draft: AppDraft
  errors: Readonly<Record<string, string>>
  /** Null when they could not be read. */
  files: readonly ListedService[] | null
  set: <K extends keyof AppDraft & string>(field: K, value: AppDraft[K]) => void
}

/** What an app of the chosen kind needs besides, and the address that follows from it. */
export function AppPlace({ draft, errors, files, set }: AppPlaceProps) {
  const { type } = draft
  if (type === appType.url)
    return (
      <TextField
        label={appLabels.url}
        required
        type="url"
        mono
        spellCheck={false}
        placeholder="https://"
        value={draft.url}
        error={errors.url}
        onChange={(value) => set('url', value)}
      />
    )
  if (type !== appType.storage && type !== appType.path) return null

  const service = files?.find(({ id }) => id === draft.storage_service_id)
  const launch = launchPlace(draft, new URL(instanceAddress(''), window.location.href).origin, service?.name)
  return (
    <div className={styles.form}>
      {type === appType.storage ? (
        <>
          <StorageSelect
            label={appLabels.storage_service_id}
            files={files}
            value={draft.storage_service_id}
            error={errors.storage_service_id}
            onChange={(id) => set('storage_service_id', id)}
          />
          <StorageFolder
            label={appLabels.storage_container}
            service={service}
            value={draft.storage_container}
            error={errors.storage_container}
            onChange={(value) => set('storage_container', value)}
          />
        </>
      ) : null}
      <TextField
        label={type === appType.storage ? 'Launch Path' : 'Path to Application'}
        required={type === appType.path}
        help="The file that is opened first; most apps begin with index.html."
        mono
        spellCheck={false}
        placeholder="index.html"
        value={draft.path}
        error={errors.path}
        onChange={(value) => set('path', value)}
      />
      {launch === null ? null : <CopyLine label="Launch address" what="launch address" text={launch} />}
    </div>
  )
}
