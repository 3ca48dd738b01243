import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './managed-note.module.css'
import { recordText, useManagedRecord } from './managed-records.ts'
import { managedMessages } from './messages.ts'

interface ManagedNoteProps {
  /** `system/role`. */
  collection: string
  /** `null` while it is not known. */
  name: string | null
  /** Below the header of a detail view, whose padding it continues. */
  inset?: boolean
}

/** Tells that a folder of configuration manages a record, and copies the record as it would be written there; nothing for other records. */
export function ManagedNote({ collection, name, inset = false }: ManagedNoteProps) {
  const managed = useManagedRecord(collection.replace(/^system\//, ''), name)
  if (managed === null) return null
  const { owner, file, locked } = managed
  const words = locked ? managedMessages.lockedHelp : managedMessages.overwrittenHelp
  return (
    <Row gap={2} wrap className={inset ? styles.inset : undefined}>
      <Text as="span" size="sm" tone="muted">
        {file === null ? managedMessages.managedOwner({ owner }) : managedMessages.managedFile({ owner, file })} {words}
      </Text>
      <CopyTextButton size="small" text={() => recordText(managed)}>
        {managedMessages.copyYaml}
      </CopyTextButton>
    </Row>
  )
}
