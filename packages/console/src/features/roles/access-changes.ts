import type { Requestor, Verb } from '@millwright/contract/verbs'
import { requestorMask, verbMask, verbs } from '@millwright/contract/verbs'
import type { AccessRow } from '../../widgets/access/access-rules/access-rows.ts'
import { trimmed } from '../../widgets/access/access-rules/deciding-rules.ts'
import { type Allowed, allowedBy } from './matrix.ts'

/** How saving a draft changes access to one place. */
export interface AccessChange {
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
  const [old, now] = [inForce(before), inForce(after)]
  const places = new Map<string, Pick<AccessChange, 'serviceId' | 'component'>>()
  for (const { serviceId, component } of [...now, ...old]) {
    const path = trimmed(component ?? '')
    const key = `${serviceId ?? 'all'} ${path}`
    if (!places.has(key)) places.set(key, { serviceId, component: path })
  }
  return (Object.keys(requestorMask) as Requestor[]).flatMap((requestor) => {
    const [may, mayNow] = [allowedBy(old, requestorMask[requestor]), allowedBy(now, requestorMask[requestor])]
    const [held, heldNow] = [conditions(old, requestorMask[requestor]), conditions(now, requestorMask[requestor])]
    const changes = [...places].flatMap(([key, place]) => {
      const [was, is] = [allowedAt(may, place), allowedAt(mayNow, place)]
      const gained = verbs.filter((verb) => (is & ~was & verbMask[verb]) !== 0)
      const lost = verbs.filter((verb) => (was & ~is & verbMask[verb]) !== 0)
      const filters = (was & is) !== 0 && (held.get(key) ?? '') !== (heldNow.get(key) ?? '')
      return gained.length + lost.length > 0 || filters ? [{ ...place, requestor, gained, lost, filters }] : []
    })
    return withoutRecords(changes)
  })
}

export interface RoleSide {
  readonly is_active: boolean
  readonly access: readonly AccessRow[]
}

/** Removes changes below a resource that repeat those of the resource itself. */
function withoutRecords(changes: readonly AccessChange[]): readonly AccessChange[] {
  const told = new Map(changes.map((change) => [`${change.serviceId} ${change.component}`, change]))
  return changes.filter((change) => {
    if (change.serviceId === null || !change.component.endsWith('/*')) return true
    const above = told.get(`${change.serviceId} ${change.component.slice(0, -2)}`)
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
