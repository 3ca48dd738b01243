import { type Requestor, requestorMask, type Verb, verbMask, verbs } from '@millwright/contract/verbs'
import { useMemo, useState } from 'react'
import { Row, Stack } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import type { AccessRow } from '../../widgets/access/access-rules/access-rows.ts'
import { trimmed } from '../../widgets/access/access-rules/deciding-rules.ts'
import styles from './access-notes.module.css'
import { type Allowed, allowedBy } from './matrix.ts'
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

/** How saving a draft changes access to one place. */
interface AccessChange {
  readonly serviceId: number | null
  readonly component: string
  readonly requestor: Requestor
  readonly gained: readonly Verb[]
  readonly lost: readonly Verb[]
  /** The row filters differ. */
  readonly filters: boolean
}

/**
 * Returns the changes that saving makes, by place: for every component in a rule of either side, and for what is below a wildcard. An
 * inactive role allows nothing.
 */
export function accessChanges(before: RoleSide, after: RoleSide): readonly AccessChange[] {
  const old = inForce(before)
  const now = inForce(after)
  const places = new Map<string, Pick<AccessChange, 'serviceId' | 'component'>>()
  for (const { serviceId, component } of [...now, ...old]) {
    const path = trimmed(component ?? '')
    const key = `${serviceId ?? 'all'} ${path}`
    if (!places.has(key)) places.set(key, { serviceId, component: path })
  }
  return (Object.keys(requestorMask) as Requestor[]).flatMap((requestor) => {
    const may = allowedBy(old, requestorMask[requestor])
    const mayNow = allowedBy(now, requestorMask[requestor])
    const held = conditions(old, requestorMask[requestor])
    const heldNow = conditions(now, requestorMask[requestor])
    const changes = [...places].flatMap(([key, place]) => {
      const was = allowedAt(may, place)
      const is = allowedAt(mayNow, place)
      const gained = verbs.filter((verb) => (is & ~was & verbMask[verb]) !== 0)
      const lost = verbs.filter((verb) => (was & ~is & verbMask[verb]) !== 0)
      const filters = (was & is) !== 0 && (held.get(key) ?? '') !== (heldNow.get(key) ?? '')
      return gained.length + lost.length > 0 || filters ? [{ ...place, requestor, gained, lost, filters }] : []
    })
    return withoutRecords(changes)
  })
}

interface RoleSide {
  readonly is_active: boolean
  readonly access: readonly AccessRow[]
}

/** Removes changes below a resource that repeat those of the resource itself. */
function withoutRecords(changes: readonly AccessChange[]): readonly AccessChange[] {
  const byComponent = new Map(changes.map((change) => [`${change.serviceId} ${change.component}`, change]))
  return changes.filter((change) => {
    if (change.serviceId === null || !change.component.endsWith('/*')) return true
    const above = byComponent.get(`${change.serviceId} ${change.component.slice(0, -2)}`)
    return above === undefined || verbsText(above) !== verbsText(change)
  })
}

const verbsText = ({ gained, lost, filters }: AccessChange) => JSON.stringify([gained, lost, filters])

const inForce = ({ is_active, access }: RoleSide) => (is_active ? access.filter(({ removed }) => !removed) : [])

const allowedAt = (allowed: Allowed, { serviceId, component }: Pick<AccessChange, 'serviceId' | 'component'>) =>
  allowed(serviceId, component)

/** Returns the row filters of the rules for each place, as text. */
function conditions(rows: readonly AccessRow[], requestor: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { serviceId, component, filters, filterOp, ...row } of rows) {
    if ((row.requestorMask & requestor) === 0 || filters.length === 0) continue
    const key = `${serviceId ?? 'all'} ${trimmed(component ?? '')}`
    found.set(key, `${found.get(key) ?? ''}${JSON.stringify([row.verbMask, filters, filterOp])}`)
  }
  return found
}
