import { hasAdminApp, keyOfTabApp, useEnvironment } from '../instance/environment.ts'
import { visibleTabs } from './navigation.ts'
import { usePermissions } from './permissions.ts'
import { type Tab, type TabName, tabs } from './tabs.ts'

/** Returns the implemented tabs that the person sees. */
export function useVisibleTabs(): (Tab & { name: TabName })[] {
  const permissions = usePermissions()
  const environment = useEnvironment()
  if (!permissions) return []
  const inAdminArea = hasAdminApp(environment)
  return visibleTabs(permissions)
    .map((name) => ({ name, ...tabs[name] }))
    .filter((tab) => tab.screen !== undefined && (inAdminArea || keyOfTabApp(environment, tab.app) !== null))
}
