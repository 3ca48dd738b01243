import type { AuditEntry } from '@millwright/contract/records/report'
import { dependencies } from '../system/dependents/graph.ts'
import { known, type Undoing } from './take-back.ts'

/** A call that gives a record that was made again what its deletion took from others. */
export interface Reattachment extends Undoing {
  /** The record that it concerns, as people know it. */
  readonly resource: string
  readonly told: { readonly resource: string; readonly name: string | null }
}

/**
 * What is left to do once a deleted record is there again, under another number: references that its deletion emptied are set, and
 * records that went with it, but are not part of it, are made again.
 *
 * @param together every entry of the write that deleted it
 * @param id the number that the record has now
 */
export function reattachments(entry: AuditEntry, together: readonly AuditEntry[], id: unknown): Reattachment[] {
  const table = entry.resource === 'admin' ? 'user' : entry.resource
  const edges = Object.entries(dependencies).find(([name]) => name === table)?.[1] ?? []
  return together.flatMap((other): Reattachment[] => {
    const edge = edges.find(({ shape, column }) => {
      const resource = shape.noted ?? shape.table
      const same = resource === other.resource || (resource === 'user' && other.resource === 'admin')
      return same && String(other.before?.[column]) === entry.record_id
    })
    if (edge?.told === undefined || other.before === null) return []
    const { column, effect, shape } = edge
    const told = { resource: other.resource, name: other.record_name }
    if (effect === 'cleared' && other.action === 'modified')
      return [{ verb: 'PATCH', resource: `${other.resource}/${other.record_id}`, payload: { [column]: id }, told }]
    const owned = other.owner_resource === entry.resource && other.owner_id === entry.record_id
    if (effect !== 'deleted' || other.action !== 'deleted' || !owned) return []
    const { id: _former, ...values } = { ...known(other.before), [column]: id }
    if (shape.table === 'role_service_access') {
      const { role_id: role, ...rule } = values
      const payload = { role_service_access_by_role_id: [rule] }
      return [{ verb: 'PATCH', resource: `role/${String(role)}`, payload, told: { resource: 'role', name: null } }]
    }
    // People's roles are part of the record that is made again.
    if (edge.told.owner !== undefined) return []
    return [{ verb: 'POST', resource: other.resource, payload: { resource: [values] }, told }]
  })
}
