import { t } from './messages.ts'
import type { TabName } from './tabs.ts'

/**
 * One line on what each tab is for; the command palette also searches these words. Separate from the tabs, so that the first page does not
 * load them.
 */
export const tabPurposes: Readonly<Record<TabName, string>> = {
  get home() {
    return t.homeHelp
  },
  get services() {
    return t.servicesHelp
  },
  get apps() {
    return t.appsHelp
  },
  get admins() {
    return t.adminsHelp
  },
  get users() {
    return t.usersHelp
  },
  get roles() {
    return t.rolesHelp
  },
  get apidocs() {
    return t.apiDocsHelp
  },
  get schema() {
    return t.schemaHelp
  },
  get data() {
    return t.dataHelp
  },
  get files() {
    return t.filesHelp
  },
  get scripts() {
    return t.scriptsHelp
  },
  get 'custom-apis'() {
    return t.customApisHelp
  },
  get config() {
    return t.configHelp
  },
  get packages() {
    return t.packagesHelp
  },
  get limits() {
    return t.limitsHelp
  },
  get scheduler() {
    return t.schedulerHelp
  },
  get reports() {
    return t.reportsHelp
  },
}
