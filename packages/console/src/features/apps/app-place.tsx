import { appType } from '@millwright/contract/records/app'
import { instanceOrigin, useEnvironment } from '../../instance/environment.ts'
import type { ListedService } from '../../instance/service-list.ts'
import { webAddress } from '../../instance/web-address.ts'
import { Stack } from '../../ui/layout.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { FormFields } from '../../widgets/editor-frame/use-form.ts'
import type { AppDraft, AppRecord } from './app-draft.ts'
import { CopyLine } from './copy-line.tsx'
import { launchPlace, saidOrigin, samePlace } from './launch-place.ts'
import { StorageFolder } from './storage-folder.tsx'
import { StorageSelect } from './storage-select.tsx'

interface AppPlaceProps {
  form: FormFields<AppDraft>
  /** As it is stored; null for a new app. */
  record: AppRecord | null
  /** Null when they could not be read. */
  files: readonly ListedService[] | null
}

/** What an app of the chosen kind needs besides, and the address that follows from it. */
export function AppPlace({ form, record, files }: AppPlaceProps) {
  const { draft, before, field } = form
  const environment = useEnvironment()
  const { type } = draft
  if (type === appType.url)
    return <TextField {...field('url')} required type="url" mono spellCheck={false} placeholder="https://" />
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
          <StorageSelect {...field('storage_service_id')} files={files} />
          <StorageFolder {...field('storage_container')} service={service} />
        </>
      ) : null}
      <TextField
        {...field('path')}
        label={type === appType.storage ? 'Launch Path' : 'Path to Application'}
        required={type === appType.path}
        help="The file that is opened first; most apps begin with index.html."
        mono
        spellCheck={false}
        placeholder="index.html"
      />
      {launch === null ? null : <CopyLine label="Launch address" what="launch address" text={launch} />}
    </Stack>
  )
}
