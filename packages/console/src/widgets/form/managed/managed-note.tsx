import { useQuery } from '@tanstack/react-query'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './managed-note.module.css'
import { driftQuery, recordText, useManagedRecord } from './managed-records.ts'
import { managedMessages } from './messages.ts'

interface ManagedNoteProps {
  /** `system/role`. */
  collection: string
  /** `null` while it is not known. */
  name: string | null
  /** Below the header of a detail view, whose padding it continues. */
  inset?: boolean
}

/** Tells that a folder of configuration manages a record, and what of it was changed since the last apply; copies the record as it would be written there; nothing for other records. */
export function ManagedNote({ collection, name, inset = false }: ManagedNoteProps) {
  const managed = useManagedRecord(collection.replace(/^system\//, ''), name)
  const drift = useQuery({ ...driftQuery, enabled: managed !== null }).data?.records ?? []
  if (managed === null) return null
  const { owner, file, locked } = managed
  const drifted = drift.find((record) => record.type === managed.type && record.name === managed.name)
  const fields = drifted?.differences.map(({ field }) => field).join(', ') ?? ''
  const words = locked ? managedMessages.lockedHelp : managedMessages.overwrittenHelp
  return (
    <Row gap={2} wrap className={inset ? styles.inset : undefined}>
      <Text as="span" size="sm" tone="muted">
        {file === null ? managedMessages.managedOwner({ owner }) : managedMessages.managedFile({ owner, file })} {words}
        {fields === '' ? null : ` ${managedMessages.driftedFields({ fields })}`}
      </Text>
      <CopyTextButton size="small" text={() => recordText(managed)}>
        {managedMessages.copyYaml}
      </CopyTextButton>
    </Row>
  )
}
