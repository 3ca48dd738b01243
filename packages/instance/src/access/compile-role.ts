import type { AccessFilter } from '@millwright/contract/records/role'
import type { AccessRule, CompiledRole } from '../request/compiled-role.ts'
import { trimSlashes } from './rule-match.ts'

export interface RoleRow {
  readonly id: number
  readonly name: string
  readonly is_active: number
}

/** A row of `role_service_access` with its service's name, `null` if there is no such service. */
export interface AccessRow {
  readonly id: number
  readonly service_id: number | null
  readonly service_name: string | null
  readonly component: string | null
  readonly verb_mask: number
  readonly requestor_mask: number
  readonly filters: string | null
  readonly filter_op: string
}

/** Compiles a role. Rows of deleted services are omitted, because they must not become rules for all services. */
export function compileRole(role: RoleRow, rows: readonly AccessRow[]): CompiledRole {
  const living = rows.filter((row) => row.service_id === null || row.service_name !== null)
  return { id: role.id, name: role.name, isActive: role.is_active !== 0, rules: living.map(compileRule) }
}

function compileRule(row: AccessRow): AccessRule {
  const filters = readFilters(row.filters)
  const component = trimSlashes(row.component ?? '').toLowerCase()
  return {
    id: row.id,
    service: row.service_name === null ? null : row.service_name.toLowerCase(),
    component,
    // Filters that are unreadable, or that nothing would apply, must not expose the rows that they were meant to restrict.
    verbMask: filters === null || (filters.length > 0 && !hasRows(row.service_id, component)) ? 0 : row.verb_mask,
    requestorMask: row.requestor_mask,
    filters: filters ?? [],
    filterOp: row.filter_op.toUpperCase() === 'OR' ? 'OR' : 'AND',
  }
}

/**
 * Whether rules of a component can have row filters: tables, or a whole service, whose tables are filtered and whose procedures are
 * then closed. Rules for all services cannot.
 */
export function hasRows(serviceId: number | null, component: string): boolean {
  return serviceId !== null && /^(?:\*|_table(?:\/.*)?)$/i.test(trimSlashes(component))
}

function readFilters(text: string | null): AccessFilter[] | null {
  if (text === null || text === '') return []
  const value = parse(text)
  if (value === null) return []
  return Array.isArray(value) && value.every(isFilter) ? value : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isFilter(value: unknown): value is AccessFilter {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'operator' in value &&
    typeof value.operator === 'string'
  )
}
