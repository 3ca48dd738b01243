import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useUser } from '../instance/browser-session.ts'
import { InstanceError } from '../instance/instance-error.ts'
import { send } from '../instance/send.ts'
import { isRestricted, type StoredSession } from '../instance/session.ts'
import { isGold, systemResourcesQuery } from '../instance/system-resources.ts'
import type { Permissions } from './navigation.ts'

const permissionsKey = (user: StoredSession | null) => ['permissions', user?.id, user?.role_id] as const

/** Loads what decides a person's tabs, once per session. Throws if the instance rejects the request. */
export const permissionsQuery = (user: StoredSession) =>
  queryOptions({
    queryKey: permissionsKey(user),
    queryFn: ({ signal, client }) => findPermissions(user, client, signal),
    staleTime: 5 * 60_000,
  })

/** Returns the permissions of the signed-in person; `null` while loading. */
export function usePermissions(): Permissions | null {
  const user = useUser()
  const { data } = useQuery({
    queryKey: permissionsKey(user),
    queryFn: user ? ({ signal, client }) => findPermissions(user, client, signal) : skipToken,
    staleTime: 5 * 60_000,
  })
  return data ?? null
}

async function findPermissions(user: StoredSession, client: QueryClient, signal: AbortSignal): Promise<Permissions> {
  if (!user.is_sys_admin) return { kind: 'user' }
  if (isRestricted(user)) {
    const params = { related: 'role_service_access_by_role_id', accessible_tabs: true }
    const { data } = await send({ verb: 'GET', path: `system/role/${user.role_id}`, params, signal })
    // Loaded for restricted administrators only.
    const { mayRead } = await import('./role-rights.ts')
    const rows = data.role_service_access_by_role_id
    const reads = rows && { mayRead: (path: string) => mayRead(path, rows) }
    return { kind: 'restricted', tabs: data.accessible_tabs ?? null, ...reads }
  }
  // Root administrators see everything, whatever features the instance has.
  return { kind: 'admin', gated: !user.is_root_admin && (await readGold(client)) }
}

/** Whether someone may read a path; true where that is unknown. */
export async function readsPath(user: StoredSession, path: string, client: QueryClient): Promise<boolean> {
  const { ruledByRole } = await import('./role-rights.ts')
  if (!ruledByRole(path)) return true
  const permissions = await client.fetchQuery(permissionsQuery(user)).catch(() => null)
  return permissions?.kind !== 'restricted' || (permissions.mayRead?.(path) ?? true)
}

/** If the server rejects the request, no tab is hidden: the tabs that depend on it request it again and show the error. */
async function readGold(client: QueryClient): Promise<boolean> {
  try {
    return isGold(await client.fetchQuery(systemResourcesQuery))
  } catch (error) {
    if (error instanceof InstanceError && error.kind === 'refused') return false
    throw error
  }
}
