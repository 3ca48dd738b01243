import { t } from './messages.ts'
import type { TabName } from './tabs.ts'

/**
 * One line on what each tab is for; the command palette also searches these words. Separate from the tabs, so that the first page does not
 * load them.
 */
export const tabPurposes: Readonly<Record<TabName, string>> = {
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
