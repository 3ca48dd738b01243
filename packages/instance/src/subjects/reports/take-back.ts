import { Problem } from '@millwright/contract/problem'
import { secretMask } from '@millwright/contract/records/lookup'
import { type AuditEntry, tooLongToKeep } from '@millwright/contract/records/report'
import type { Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Row } from '../../records/system/sql-runner.ts'

/** The call that takes a change back. */
export interface Undoing {
  readonly verb: Verb
  /** Below the `system` service. */
  readonly resource: string
  readonly payload: unknown
}

/**
 * What undoes the change of an entry, as a usual call: a new record is deleted, a changed one gets its old values, a deleted one is
 * made again with the rows that went with it (`taken`, entries of the same write). Secrets, of which only the mask is known, stay as
 * they are. Refuses with 409 when nothing is left to take back (docs/wire/reports.md).
 */
export function undoingOf(entry: AuditEntry, taken: readonly AuditEntry[]): Undoing {
  const { owner_resource: owner, owner_id: ownerId, resource, record_id: id } = entry
  if (owner !== null && ownerId !== null) {
    const row = nestedRow(entry, owner)
    return { verb: 'PATCH', resource: `${owner}/${ownerId}`, payload: { [relationOf(resource, owner)]: [row] } }
  }
  if (entry.action === 'created') return { verb: 'DELETE', resource: `${resource}/${id}`, payload: undefined }
  const values = known(entry.before ?? {})
  if (entry.action === 'modified') return { verb: 'PATCH', resource: `${resource}/${id}`, payload: values }
  return { verb: 'POST', resource, payload: { resource: [{ ...values, ...relationsOf(entry, taken) }] } }
}

/** Names of the fields that are not any more what the change made of them. */
export function changedSince({ after }: AuditEntry, current: Readonly<Row>): string[] {
  return Object.entries(after ?? {}).flatMap(([name, value]) => (stillIs(value, current[name]) ? [] : [name]))
}

function stillIs(value: unknown, current: unknown): boolean {
  if (value === secretMask || value === tooLongToKeep || current === undefined) return true
  if (isRecord(value) && isRecord(current)) {
    return Object.entries(value).every(([name, member]) => stillIs(member, current[name] ?? null))
  }
  return JSON.stringify(value) === JSON.stringify(current)
}

/** Rows of a relation are named after the column that points to their owner. */
export function relationOf(resource: string, owner: string): string {
  return `${resource}_by_${columnOf(owner)}`
}

function columnOf(owner: string): string {
  return `${owner === 'admin' ? 'user' : owner}_id`
}

function nestedRow({ action, record_id: id, before }: AuditEntry, owner: string): Row {
  if (action === 'created') return { id: Number(id), [columnOf(owner)]: null }
  const values = known(before ?? {})
  if (action === 'modified') return { id: Number(id), ...values }
  delete values[columnOf(owner)]
  return values
}

function relationsOf({ resource, record_id: id }: AuditEntry, taken: readonly AuditEntry[]): Row {
  const own = taken.filter((each) => each.owner_resource === resource && each.owner_id === id)
  const relations = Map.groupBy(own, (each) => relationOf(each.resource, resource))
  return Object.fromEntries(
    [...relations].map(([name, entries]) => [name, entries.map((each) => nestedRow(each, resource))]),
  )
}

/** What can be written again: not what is masked or was too long to keep. */
export function known(values: Readonly<Row>): Row {
  const left = withoutUnkept(values)
  if (Object.keys(left).length > 0) return left
  throw new Problem(
    409,
    'This change cannot be reverted: the previous values are secret or were too long to be stored.',
  )
}

function withoutUnkept(values: Readonly<Row>): Row {
  const left: Row = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === secretMask || value === tooLongToKeep) continue
    if (!isRecord(value)) left[name] = value
    else if (Object.keys(withoutUnkept(value)).length > 0) left[name] = withoutUnkept(value)
  }
  return left
}
