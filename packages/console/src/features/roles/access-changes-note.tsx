import { useMemo, useState } from 'react'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { type AccessChange, accessChanges, type RoleSide } from './access-changes.ts'
import styles from './access-notes.module.css'
import { t } from './opened/messages.ts'
import { componentLabel, type RoleServices, serviceName } from './role-services.ts'

interface AccessChangesNoteProps {
  /** The stored role, and the role in the form. */
  before: RoleSide
  draft: RoleSide
  services: RoleServices
  /** Who has the role, in words; `null` if no one has it, or if this is unknown. */
  heldBy: string | null
}

/** Maximum number of places that are listed; others are counted. */
const named = 100

/** What saving the form changes for those who have the role. */
export function AccessChangesNote({ before, draft, services, heldBy }: AccessChangesNoteProps) {
  const [open, setOpen] = useState(false)
  const changes = useMemo(() => accessChanges(before, draft), [before, draft])
  if (changes.length === 0) return null
  return (
    <details className={styles.changes} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {heldBy === null
          ? t.savingChanges({ count: changes.length })
          : t.savingAffects({ count: changes.length, who: heldBy })}
      </summary>
      {open ? (
        <Stack as="ul" className={styles.places} aria-label={t.whatSavingChanges}>
          {changes.slice(0, named).map((change) => (
            <Row as="li" gap={3} wrap key={`${change.serviceId} ${change.component} ${change.requestor}`}>
              <Change change={change} name={serviceName(services, change.serviceId) ?? `${change.serviceId}`} />
            </Row>
          ))}
          {changes.length > named ? <li>{t.morePlaces({ count: changes.length - named })}</li> : null}
        </Stack>
      ) : null}
    </details>
  )
}

function Change({ change, name }: { change: AccessChange; name: string }) {
  const { component, requestor, gained, lost, filters } = change
  return (
    <>
      <Text as="code" mono grow breakAnywhere>
        {name} {componentLabel(component)}
        {requestor === 'SCRIPT' ? ` ${t.scriptsOnly}` : ''}
      </Text>
      {gained.length > 0 ? (
        <Text as="span" tone="success">
          + {gained.join(', ')}
        </Text>
      ) : null}
      {lost.length > 0 ? (
        <Text as="span" tone="danger">
          − {lost.join(', ')}
        </Text>
      ) : null}
      {filters ? <span>{t.otherFilters}</span> : null}
    </>
  )
}
