import type { AppRole } from '@millwright/contract/records/person'
import type { PickedRecord } from '../../widgets/records/record-picker/record-source.ts'

/** One row of the roles by app. */
export interface AppRoleRow {
  readonly key: string
  readonly appId: number
  /** Known if it was chosen in this form; otherwise it is loaded. */
  readonly appName: string | null
  /** `null` if no role is chosen, or if it was removed. */
  readonly roleId: number | null
  readonly roleName: string | null
  readonly removed: boolean
  /** The stored assignment of the row; `null` for a new one. */
  readonly stored: AppRole | null
}

/** Returns the rows of stored assignments; invalid values are ignored. */
export function appRoleRows(stored: unknown): AppRoleRow[] {
  return (Array.isArray(stored) ? stored : []).filter(isAppRole).map((row) => ({
    key: `stored-${row.id ?? row.app_id}`,
    appId: row.app_id,
    appName: null,
    roleId: row.role_id,
    roleName: null,
    removed: false,
    stored: row,
  }))
}

/** Adds a row for an app, or restores one that was removed. */
export function withApp(rows: readonly AppRoleRow[], app: PickedRecord): AppRoleRow[] {
  const former = rows.find(({ appId }) => appId === app.id)
  if (former) return rows.map((row) => (row === former ? { ...row, removed: false } : row))
  const added = { appId: app.id, appName: app.label, roleId: null, roleName: null, removed: false, stored: null }
  return [...rows, { key: `new-${app.id}`, ...added }]
}

export function withRole(rows: readonly AppRoleRow[], key: string, role: PickedRecord | null): AppRoleRow[] {
  return rows.map((row) =>
    row.key === key ? { ...row, roleId: role?.id ?? null, roleName: role?.label ?? null } : row,
  )
}

/** Marks a stored row as removed, so that saving the person detaches it; a new one is dropped. */
export function withoutApp(rows: readonly AppRoleRow[], key: string): AppRoleRow[] {
  return rows.flatMap((row) => (row.key !== key ? [row] : row.stored ? [{ ...row, removed: true }] : []))
}

/** A new row is ignored until it has a role. */
export function lacksRole({ stored, roleId, removed }: AppRoleRow): boolean {
  return !removed && stored === null && roleId === null
}

/**
 * Returns the relation to send: new and changed assignments, and removed ones without their person, which deletes them. Unchanged ones are
 * omitted and stay.
 */
export function appRolesToSend(rows: readonly AppRoleRow[], userId: number | null): AppRole[] {
  return rows.flatMap(({ stored, appId, roleId, removed }): AppRole[] => {
    if (stored && (removed || roleId === null)) return [{ ...idOf(stored), ...pair(stored), user_id: null }]
    if (removed || roleId === null || (stored && stored.role_id === roleId)) return []
    return [{ ...(stored && idOf(stored)), app_id: appId, role_id: roleId, user_id: userId }]
  })
}

const idOf = ({ id }: AppRole) => (id === undefined ? {} : { id })
const pair = ({ app_id, role_id }: AppRole) => ({ app_id, role_id })

function isAppRole(row: unknown): row is AppRole {
  return (
    typeof row === 'object' &&
    row !== null &&
    'app_id' in row &&
    typeof row.app_id === 'number' &&
    'role_id' in row &&
    typeof row.role_id === 'number'
  )
}
