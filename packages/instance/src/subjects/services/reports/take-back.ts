import { Problem } from '@millwright/contract/problem'
import { secretMask } from '@millwright/contract/records/lookup'
import { type AuditEntry, tooLongToKeep } from '@millwright/contract/records/report'
import type { Verb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Row } from '../../../records/system/sql-runner.ts'

/** The request that reverts a change. */
export interface RevertRequest {
  readonly verb: Verb
  /** Path below the `system` service. */
  readonly resource: string
  readonly payload: unknown
}

/**
 * The request that reverts an audit log entry: deletes a created record, restores the previous values of a modified one, or
 * recreates a deleted one with the rows deleted with it (`taken`, entries of the same write). Secrets, which are only stored as
 * masks, stay unchanged. Throws a 409 if there is nothing left to revert (docs/wire/reports.md).
 */
export function revertRequestOf(entry: AuditEntry, taken: readonly AuditEntry[]): RevertRequest {
  const { owner_resource: owner, owner_id: ownerId, resource, record_id: id } = entry
  if (owner !== null && ownerId !== null) {
    const row = nestedRow(entry, owner)
    return { verb: 'PATCH', resource: `${owner}/${ownerId}`, payload: { [ownerRelation(resource, owner)]: [row] } }
  }
  if (entry.action === 'created') return { verb: 'DELETE', resource: `${resource}/${id}`, payload: undefined }
  const values = known(entry.before ?? {})
  if (entry.action === 'modified') return { verb: 'PATCH', resource: `${resource}/${id}`, payload: values }
  return { verb: 'POST', resource, payload: { resource: [{ ...values, ...relationsOf(entry, taken) }] } }
}

/** Names of fields whose values differ from those that the change set. */
export function changedSinceAudit({ after }: AuditEntry, current: Readonly<Row>): string[] {
  return Object.entries(after ?? {}).flatMap(([name, value]) => (stillIs(value, current[name]) ? [] : [name]))
}

function stillIs(value: unknown, current: unknown): boolean {
  if (value === secretMask || value === tooLongToKeep || current === undefined) return true
  if (isRecord(value) && isRecord(current)) {
    return Object.entries(value).every(([name, member]) => stillIs(member, current[name] ?? null))
  }
  return JSON.stringify(value) === JSON.stringify(current)
}

/** Name of the relation: rows are named after the column that refers to their owner. */
export function ownerRelation(resource: string, owner: string): string {
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
  const relations = Map.groupBy(own, (each) => ownerRelation(each.resource, resource))
  return Object.fromEntries(
    [...relations].map(([name, entries]) => [name, entries.map((each) => nestedRow(each, resource))]),
  )
}

/** Values that can be written again: not masked, and not too long to be stored. */
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
