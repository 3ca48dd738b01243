import type { DriftedRecord } from '@millwright/contract/wire/config'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupServicesQuery } from '../../instance/group-services.ts'
import { send } from '../../instance/send.ts'
import { notifyError } from '../../notifications/notify-refusal.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import look from '../../ui/lines.module.css'
import { saveFile } from '../../ui/save-file.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { driftQuery, managedQuery, recordText } from '../../widgets/form/managed/managed-records.ts'
import { managedMessages } from '../../widgets/form/managed/messages.ts'
import { LoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { FolderForm } from './folder/folder-form.tsx'
import { folderMessages } from './folder/messages.ts'
import { packageMessages } from './messages.ts'
import styles from './packages.module.css'
import { useMore } from './use-more.tsx'

/** The configuration as a folder of files, and where the instance differs from the folder that was applied last. */
export function ConfigPane() {
  const managed = useQuery(managedQuery())
  const drift = useQuery(driftQuery)
  const error = managed.error ?? drift.error
  const retry = () => Promise.all([managed, drift].map(({ refetch }) => refetch()))
  return (
    <Stack gap={5} className={styles.config}>
      <Stack gap={3}>
        <Text measure>{packageMessages.configHelp}</Text>
        <DownloadFolder />
      </Stack>
      {error ? (
        <LoadFailure error={error} text={packageMessages.driftFailed} onRetry={() => void retry()} />
      ) : managed.data === undefined || drift.data === undefined ? (
        <Skeleton lines={4} />
      ) : managed.data.records.length === 0 ? (
        <Text tone="muted" measure>
          {packageMessages.nothingManaged}
        </Text>
      ) : (
        <Drift managed={managed.data.records.length} records={drift.data.records} />
      )}
      <FolderForm />
    </Stack>
  )
}

interface DriftProps {
  /** Number of managed records. */
  managed: number
  records: readonly DriftedRecord[]
}

function Drift({ managed, records }: DriftProps) {
  const { shown, more } = useMore(records)
  if (records.length === 0) return <Banner tone="success">{packageMessages.noDrift({ count: managed })}</Banner>
  return (
    <Stack as="section" gap={3} shrink aria-labelledby="config-drift">
      <h2 id="config-drift" className={styles.heading}>
        {packageMessages.driftTitle({ count: records.length })}
      </h2>
      <Stack as="ul" className={classNames(look.lines, styles.drift)} aria-labelledby="config-drift">
        {shown.map(({ type, name, owner, file, action, differences }) => (
          <li key={`${type}/${name}`}>
            <Stack shrink grow>
              <span>
                {name}{' '}
                <Text as="code" mono size="sm" tone="muted">
                  {type}
                </Text>
              </span>
              <Text tone="muted" size="sm">
                {file ?? owner}:{' '}
                {action === 'delete' ? packageMessages.deleted : differences.map(({ field }) => field).join(', ')}
              </Text>
            </Stack>
            {action === 'delete' ? null : (
              <CopyTextButton size="small" text={() => recordText({ type, name })}>
                {managedMessages.copyYaml}
              </CopyTextButton>
            )}
          </li>
        ))}
      </Stack>
      {more}
    </Stack>
  )
}

const databasesQuery = groupServicesQuery('database')
const folderArchive = { verb: 'GET', path: 'system/config/folder', as: 'blob' } as const

/** Downloads the configuration as an archive of its folder, with the tables of chosen databases if they are wanted. */
function DownloadFolder() {
  const databases = useQuery(databasesQuery).data ?? []
  const [hasTables, setHasTables] = useState(false)
  const [left, setLeft] = useState<readonly string[]>([])
  const [loading, setLoading] = useState(false)
  const wanted = hasTables ? databases.map(({ name }) => name).filter((name) => !left.includes(name)) : []
  const download = async () => {
    setLoading(true)
    try {
      const params = wanted.length === 0 ? {} : { schema: wanted.join() }
      const { data } = await send<Blob>({ ...folderArchive, params })
      saveFile(data, 'configuration.zip')
    } catch (error) {
      notifyError(error)
    } finally {
      setLoading(false)
    }
  }
  return (
    <Stack gap={3}>
      {databases.length === 0 ? null : (
        <Checkbox
          label={folderMessages.withTables}
          help={folderMessages.withTablesHelp}
          value={hasTables}
          onChange={setHasTables}
        />
      )}
      {hasTables ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot wrap as a row
        <div role="group" aria-label={folderMessages.databases} className={styles.databases}>
          {databases.map(({ name }) => (
            <Checkbox
              key={name}
              label={name}
              value={!left.includes(name)}
              onChange={(kept) => setLeft(kept ? left.filter((each) => each !== name) : [...left, name])}
            />
          ))}
        </div>
      ) : null}
      <Row>
        <Button reads icon={<IconDownload />} loading={loading} onClick={() => void download()}>
          {folderMessages.downloadFolder}
        </Button>
      </Row>
    </Stack>
  )
}
