import type { DriftedRecord } from '@millwright/contract/wire/config'
import { useQuery } from '@tanstack/react-query'
import { Banner } from '../../ui/banner.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CopyTextButton } from '../../ui/copy-text-button.tsx'
import { Stack } from '../../ui/layout.tsx'
import look from '../../ui/lines.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Text } from '../../ui/text.tsx'
import { driftQuery, managedQuery, recordText } from '../../widgets/form/managed/managed-records.ts'
import { managedMessages } from '../../widgets/form/managed/messages.ts'
import { LoadFailure } from '../../widgets/records/load-failure/load-failure.tsx'
import { DownloadFolder } from './folder/download-folder.tsx'
import { FolderForm } from './folder/folder-form.tsx'
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
