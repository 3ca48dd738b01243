import { hasAdminApp, hasFeature, keyOfTabApp, useEnvironment } from '../instance/environment.ts'
import { visibleTabs } from './navigation.ts'
import { usePermissions } from './permissions.ts'
import { tabPurposes } from './tab-purposes.ts'
import { type Tab, type TabName, tabs } from './tabs.ts'

/** A tab that the person sees, with what it is for. */
export type VisibleTab = Tab & { readonly name: TabName; readonly purpose: string }

/** Returns the implemented tabs that the person sees. */
export function useVisibleTabs(): VisibleTab[] {
  const permissions = usePermissions()
  const environment = useEnvironment()
  if (!permissions) return []
  const isOffered = ({ feature }: Tab) => feature === undefined || hasFeature(environment, feature)
  const inAdminArea = hasAdminApp(environment)
  return visibleTabs(permissions)
    .map((name) => ({ name, purpose: tabPurposes[name], ...tabs[name] }))
    .filter(
      (tab) =>
        tab.screen !== undefined && isOffered(tab) && (inAdminArea || keyOfTabApp(environment, tab.app) !== null),
    )
}
