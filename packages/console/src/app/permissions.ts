import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { useUser } from '../instance/browser-session.ts'
import { InstanceError } from '../instance/instance-error.ts'
import { send } from '../instance/send.ts'
import { isRestricted, type StoredUser } from '../instance/session.ts'
import { isGold, systemResourcesQuery } from '../instance/system-resources.ts'
import type { Permissions } from './navigation.ts'

const permissionsKey = (user: StoredUser | null) => ['permissions', user?.id, user?.role_id] as const

/** What decides a person's tabs, asked of the instance once a session. Throws when the instance refuses to say. */
export const permissionsQuery = (user: StoredUser) =>
  queryOptions({
    queryKey: permissionsKey(user),
    queryFn: ({ signal, client }) => findPermissions(user, client, signal),
    staleTime: 5 * 60_000,
  })

/** The same of whoever is signed in; null until it is known. */
export function usePermissions(): Permissions | null {
  const user = useUser()
  const { data } = useQuery({
    queryKey: permissionsKey(user),
    queryFn: user ? ({ signal, client }) => findPermissions(user, client, signal) : skipToken,
    staleTime: 5 * 60_000,
  })
  return data ?? null
}

async function findPermissions(user: StoredUser, client: QueryClient, signal: AbortSignal): Promise<Permissions> {
  if (!user.is_sys_admin) return { kind: 'user' }
  if (isRestricted(user)) {
    const params = { related: 'role_service_access_by_role_id', accessible_tabs: true }
    const { data } = await send({ verb: 'GET', path: `system/role/${user.role_id}`, params, signal })
    return { kind: 'restricted', tabs: data.accessible_tabs ?? null }
  }
  // Nothing is kept from root administrators, whatever the instance includes.
  return { kind: 'admin', gated: !user.is_root_admin && (await readGold(client)) }
}

/** A server that refuses to say what it has keeps nobody out: the tabs that need to know ask again, and say so themselves. */
async function readGold(client: QueryClient): Promise<boolean> {
  try {
    return isGold(await client.fetchQuery(systemResourcesQuery))
  } catch (error) {
    if (error instanceof InstanceError && error.kind === 'refused') return false
    throw error
  }
}
