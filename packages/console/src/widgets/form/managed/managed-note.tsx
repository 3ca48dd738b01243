import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useWriteBlock } from '../../../instance/instance-profile.ts'
import { CopyTextButton } from '../../../ui/copy-text-button.tsx'
import { Row } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './managed-note.module.css'
import { driftQuery, type ManagedRecord, recordText, useManagedRecord } from './managed-records.ts'
import { managedMessages } from './messages.ts'
import { RecordLock } from './record-lock.ts'

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

/**
 * Tells that a folder of configuration manages a record, and what of it was changed since the last apply. Copies the record as it would be
 * written there. Nothing for other records.
 */
export function ManagedNote({ collection, name, inset = false, onLock }: ManagedNoteProps) {
  const managed = useManagedRecord(typeOf(collection), name)
  const drift = useQuery({ ...driftQuery, enabled: managed !== null }).data?.records ?? []
  const lock = lockOf(managed)
  useEffect(() => onLock?.(lock), [onLock, lock])
  if (managed === null) return null
  const drifted = drift.find((record) => record.type === managed.type && record.name === managed.name)
  const fields = drifted?.differences.map(({ field }) => field).join(', ') ?? ''
  return (
    <Row gap={2} wrap className={inset ? styles.inset : undefined}>
      <Text as="span" size="sm" tone="muted">
        {lock ?? `${placeOf(managed)} ${managedMessages.overwrittenHelp}`}
        {fields === '' ? null : ` ${managedMessages.driftedFields({ fields })}`}
      </Text>
      <CopyTextButton size="small" text={() => recordText(managed)}>
        {managedMessages.copyYaml}
      </CopyTextButton>
    </Row>
  )
}

interface ManagedForm {
  /** Why nothing of the record can be written here; `null` if it can. */
  readonly block: string | null
  /** Renders a form below the note, read-only while the record is locked. */
  readonly below: (form: ReactNode) => ReactNode
}

/** The note about a record's folder, for forms outside `RecordEditor`. It is only shown together with a form that it makes read-only. */
export function useManagedForm(record: Pick<ManagedNoteProps, 'collection' | 'name' | 'inset'>): ManagedForm {
  const lock = lockOf(useManagedRecord(typeOf(record.collection), record.name))
  const writeBlock = useWriteBlock()
  return {
    block: writeBlock ?? lock,
    below: (form) => (
      <>
        <ManagedNote {...record} />
        <RecordLock value={lock}>{form}</RecordLock>
      </>
    ),
  }
}

const typeOf = (collection: string) => collection.replace(/^system\//, '')

function lockOf(managed: (ManagedRecord & { readonly locked: boolean }) | null): string | null {
  return managed?.locked ? `${placeOf(managed)} ${managedMessages.lockedHelp}` : null
}

const placeOf = ({ owner, file }: ManagedRecord) =>
  file === null ? managedMessages.managedOwner({ owner }) : managedMessages.managedFile({ owner, file })
