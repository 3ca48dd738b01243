import { useQuery } from '@tanstack/react-query'
import { hasAdminApp, hasFeature, keyOfTabApp, useEnvironment } from '../instance/environment.ts'
import { serviceListQuery } from '../instance/service-list.ts'
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
  const needed = permissions ? visibleTabs(permissions).flatMap((name) => tabs[name].feature ?? []) : []
  const isUnsaid = environment.platform !== undefined && needed.some((feature) => !hasFeature(environment, feature))
  const { data: list } = useQuery({ ...serviceListQuery, enabled: isUnsaid })
  if (!permissions) return []
  const isOffered = ({ feature }: Tab) =>
    feature === undefined ||
    hasFeature(environment, feature) ||
    list?.services.some(({ type }) => type === feature.replace('-', '_')) === true
  const inAdminArea = hasAdminApp(environment)
  return visibleTabs(permissions)
    .map((name) => ({ name, purpose: tabPurposes[name], ...tabs[name] }))
    .filter(
      (tab) =>
        tab.screen !== undefined && isOffered(tab) && (inAdminArea || keyOfTabApp(environment, tab.app) !== null),
    )
}
