import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../instance/browser-session.ts'
import { countQuery } from '../../instance/collections.ts'
import { useOpenTabs } from '../../widgets/open-tabs/open-tabs.ts'

/** Apps that every instance has from the start. */
const shippedApps = '(name != "admin") and (name != "api_docs") and (name != "file_manager")'

/** Nobody made the services that every instance has from the start. */
const madeBySomebody = 'created_by_id is not null'

/** How many there are of what the tabs list; null what is not known, or not for this person to know. */
export interface Counts {
  readonly admins: number | null
  readonly users: number | null
  readonly roles: number | null
  readonly apps: number | null
  readonly ownApps: number | null
  readonly ownServices: number | null
}

/** Counts, without any record, what the person may list. */
export function useCounts(): Counts {
  return {
    admins: useCount('admins'),
    users: useCount('users'),
    roles: useCount('roles'),
    apps: useCount('apps'),
    ownApps: useCount('apps', shippedApps),
    ownServices: useCount('services', madeBySomebody),
  }
}

const collections = {
  admins: 'system/admin',
  users: 'system/user',
  roles: 'system/role',
  apps: 'system/app',
  services: 'system/service',
}

function useCount(tab: keyof typeof collections, filter: string | null = null): number | null {
  const mayList = useOpenTabs().some(({ path }) => path === `/${tab}`)
  const isAdmin = useUser()?.is_sys_admin ?? false
  return useQuery({ ...countQuery(collections[tab], filter), enabled: mayList && isAdmin }).data ?? null
}
