import { hasAdminApp, hasFeature, keyOfTabApp, useEnvironment } from '../instance/environment.ts'
import { t } from './messages.ts'
import { visibleTabs } from './navigation.ts'
import { usePermissions } from './permissions.ts'
import { type Tab, type TabName, tabs } from './tabs.ts'

/**
 * One line on what each tab is for; the command palette also searches these words. Separate from the tabs, so that the first page does not
 * load them.
 */
const tabPurposes: Readonly<Record<TabName, string>> = {
  home: t.homeHelp,
  services: t.servicesHelp,
  apps: t.appsHelp,
  admins: t.adminsHelp,
  users: t.usersHelp,
  roles: t.rolesHelp,
  apidocs: t.apiDocsHelp,
  schema: t.schemaHelp,
  data: t.dataHelp,
  files: t.filesHelp,
  scripts: t.scriptsHelp,
  'custom-apis': t.customApisHelp,
  config: t.configHelp,
  packages: t.packagesHelp,
  limits: t.limitsHelp,
  scheduler: t.schedulerHelp,
  reports: t.reportsHelp,
}

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
