import { appType } from '@millwright/contract/records/app'
import { instanceOrigin, useEnvironment } from '../../instance/environment.ts'
import type { ListedService } from '../../instance/service-list.ts'
import { webAddress } from '../../instance/web-address.ts'
import { Stack } from '../../ui/layout.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type AppDraft, type AppRecord, appLabels } from './app-draft.ts'
import { CopyLine } from './copy-line.tsx'
import { launchPlace, saidOrigin, samePlace } from './launch-place.ts'
import { StorageFolder } from './storage-folder.tsx'
import { StorageSelect } from './storage-select.tsx'

interface AppPlaceProps {
  draft: AppDraft
  /** The form before anything was typed. */
  before: AppDraft
  /** As it is stored; null for a new app. */
  record: AppRecord | null
  errors: Readonly<Record<string, string>>
  /** Null when they could not be read. */
  files: readonly ListedService[] | null
  set: <K extends keyof AppDraft & string>(field: K, value: AppDraft[K]) => void
}

/** What an app of the chosen kind needs besides, and the address that follows from it. */
export function AppPlace({ draft, before, record, errors, files, set }: AppPlaceProps) {
  const environment = useEnvironment()
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
  const said = record?.type === type ? saidOrigin(record) : null
  const hosted = type === appType.storage ? environment.platform?.apps_url : undefined
  const origin = hosted ?? said ?? instanceOrigin(environment)
  const told = record !== null && samePlace(draft, before) ? webAddress(record.launch_url) : null
  const launch = told ?? launchPlace(draft, origin, service?.name)
  return (
    <Stack gap={4}>
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
    </Stack>
  )
}
