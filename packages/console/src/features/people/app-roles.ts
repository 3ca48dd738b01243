import type { AppRole } from '@millwright/contract/records/person'
import type { PickedRecord } from '../../widgets/record-picker/record-source.ts'

/** One line of the roles by app. */
export interface AppRoleRow {
  readonly key: string
  readonly appId: number
  /** Known when it was chosen here; else it is asked for. */
  readonly appName: string | null
  /** Null: no role is chosen, or it is taken away. */
  readonly roleId: number | null
  readonly roleName: string | null
  readonly removed: boolean
  /** The stored assignment that the line came from; null for a new one. */
  readonly stored: AppRole | null
}

/** The lines of stored assignments; what is no assignment is passed over. */
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

/** With a line for another app; one that was taken away before comes back. */
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

/** A stored line stays, marked, so that the person's save can detach it; a new one just goes. */
export function withoutApp(rows: readonly AppRoleRow[], key: string): AppRoleRow[] {
  return rows.flatMap((row) => (row.key !== key ? [row] : row.stored ? [{ ...row, removed: true }] : []))
}

/** A new line says nothing until it has a role. */
export function lacksRole({ stored, roleId, removed }: AppRoleRow): boolean {
  return !removed && stored === null && roleId === null
}

/**
 * The relation as it is sent: new and changed assignments, and those that are taken away without their person, which deletes
 * them. What nobody touched is not mentioned and stays.
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
