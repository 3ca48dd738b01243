import type { AccessFilter, RoleServiceAccess } from '@millwright/contract/records/role'
import { requestorMask } from '@millwright/contract/verbs'
import { hasValue } from '../condition/has-value.ts'

export interface FilterRow {
  readonly name: string
  readonly operator: string
  readonly value: string
}

/** One access row of a role in the form. */
export interface AccessRow {
  /** Identifies rows that have no id yet. */
  readonly key: string
  /** `null` for all services. */
  readonly serviceId: number | null
  /** `null` if none is chosen. */
  readonly component: string | null
  readonly verbMask: number
  readonly requestorMask: number
  readonly filters: readonly FilterRow[]
  /** Combines all filters of the row. */
  readonly filterOp: 'AND' | 'OR'
  readonly removed: boolean
  /** The stored row; `null` for a new one. */
  readonly stored: RoleServiceAccess | null
}

let counter = 0

export function newAccess(change: Partial<AccessRow> = {}): AccessRow {
  counter += 1
  return {
    key: `new-${counter}`,
    serviceId: null,
    component: '*',
    verbMask: 0,
    requestorMask: requestorMask.API,
    filters: [],
    filterOp: 'AND',
    removed: false,
    stored: null,
    ...change,
  }
}

/** Returns the form rows of stored rows, whatever fields a server omits. */
export function accessRows(stored: readonly RoleServiceAccess[] | null | undefined): AccessRow[] {
  return (stored ?? []).map((row) => ({
    key: `stored-${row.id}`,
    serviceId: row.service_id ?? null,
    component: row.component ?? null,
    verbMask: row.verb_mask ?? 0,
    requestorMask: row.requestor_mask ?? 0,
    filters: (Array.isArray(row.filters) ? row.filters : []).map((filter) => ({
      name: filter.name ?? '',
      operator: filter.operator ?? '=',
      value: textOf(filter.value),
    })),
    filterOp: row.filter_op?.toUpperCase() === 'OR' ? 'OR' : 'AND',
    removed: false,
    stored: row,
  }))
}

/** Returns rows to start a new role with, or to copy to another one. */
export function copiedAccess(rows: readonly AccessRow[]): AccessRow[] {
  return rows.filter(({ removed }) => !removed).map(({ key: _key, stored: _stored, ...row }) => newAccess(row))
}

/** Marks stored rows as removed, so that saving the role detaches them; new ones are dropped. */
export function withoutAccess(rows: readonly AccessRow[], keys: ReadonlySet<string>): AccessRow[] {
  return rows.flatMap((row) => {
    if (!keys.has(row.key)) return [row]
    return row.stored ? [{ ...row, removed: true }] : []
  })
}

/** Returns the relation to send: new and changed rows, and removed ones without their role, which deletes them. */
export function accessToSend(rows: readonly AccessRow[]): object[] {
  return rows.flatMap((row): object[] => {
    if (row.stored && row.removed) return [{ id: row.stored.id, role_id: null }]
    if (!row.stored) return [written(row)]
    return isChanged(row, row.stored) ? [{ id: row.stored.id, ...written(row) }] : []
  })
}

/** Returns the complete rows as they would be stored. */
export function accessAsSaved(rows: readonly AccessRow[]): Partial<RoleServiceAccess>[] {
  return rows
    .filter(({ removed }) => !removed)
    .map((row) => ({ ...(row.stored && { id: row.stored.id }), ...written(row) }))
}

function written(row: AccessRow) {
  return {
    service_id: row.serviceId,
    component: row.component,
    verb_mask: row.verbMask,
    requestor_mask: row.requestorMask,
    filters: row.filters.map(
      ({ name, operator, value }): AccessFilter => ({
        name: name.trim(),
        operator,
        value: hasValue(operator) ? value : null,
      }),
    ),
    filter_op: row.filterOp,
  }
}

function isChanged(row: AccessRow, stored: RoleServiceAccess): boolean {
  const [before] = accessRows([stored])
  return before === undefined || JSON.stringify(written(before)) !== JSON.stringify(written(row))
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
