import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './managed-note.module.css'
import { driftQuery, type ManagedRecord, recordText, useManagedRecord } from './managed-records.ts'
import { managedMessages } from './messages.ts'

interface ManagedNoteProps {
  /** `system/role`. */
  collection: string
  /** `null` while it is not known. */
  name: string | null
  /** Below the header of a detail view, whose padding it continues. */
  inset?: boolean
  /** Is told why the record can only be changed in its folder; `null` if it can be changed here. */
  onLock?: (reason: string | null) => void
}

/** Tells that a folder of configuration manages a record, and what of it was changed since the last apply; copies the record as it would be written there; nothing for other records. */
export function ManagedNote({ collection, name, inset = false, onLock }: ManagedNoteProps) {
  const managed = useManagedRecord(collection.replace(/^system\//, ''), name)
  const drift = useQuery({ ...driftQuery, enabled: managed !== null }).data?.records ?? []
  const place = managed === null ? '' : placeOf(managed)
  const lock = managed?.locked ? `${place} ${managedMessages.lockedHelp}` : null
  useEffect(() => onLock?.(lock), [onLock, lock])
  if (managed === null) return null
  const drifted = drift.find((record) => record.type === managed.type && record.name === managed.name)
  const fields = drifted?.differences.map(({ field }) => field).join(', ') ?? ''
  return (
    <Row gap={2} wrap className={inset ? styles.inset : undefined}>
      <Text as="span" size="sm" tone="muted">
        {lock ?? `${place} ${managedMessages.overwrittenHelp}`}
        {fields === '' ? null : ` ${managedMessages.driftedFields({ fields })}`}
      </Text>
      <CopyTextButton size="small" text={() => recordText(managed)}>
        {managedMessages.copyYaml}
      </CopyTextButton>
    </Row>
  )
}

const placeOf = ({ owner, file }: ManagedRecord) =>
  file === null ? managedMessages.managedOwner({ owner }) : managedMessages.managedFile({ owner, file })
