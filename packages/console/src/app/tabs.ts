import type { Environment } from '@millwright/contract/wire/environment'
import type { ComponentType } from 'react'
import { withoutConsole } from '../features/reports/reports-place.ts'
import { readScriptsSearch } from '../features/scripts/scripts-place.ts'
import { hasFeature } from '../instance/environment.ts'
import type { PlainList } from '../widgets/list/record-list/first-page.ts'
import { readListSearch } from '../widgets/records/list-declaration/list-search.ts'
import { commonWords } from '../words/messages.ts'
import { t } from './messages.ts'

/** The tabs in the order and groups of the navigation: who has access, what the instance contains, how it is operated. */
const tabGroups = [
  ['home'],
  ['services', 'apps', 'admins', 'users', 'roles'],
  ['apidocs', 'schema', 'data', 'files', 'scripts', 'custom-apis'],
  ['config', 'packages', 'limits', 'scheduler', 'reports'],
] as const
export type TabName = (typeof tabGroups)[number][number]
export const tabNames: readonly TabName[] = tabGroups.flat()

/** Whether the navigation shows two tabs in one group. */
export function inOneGroup(one: TabName, other: TabName): boolean {
  return tabGroups.some((group: readonly TabName[]) => group.includes(one) && group.includes(other))
}

export interface Tab {
  readonly path: `/${string}`
  readonly title: string
  /** Only for system administrators; other tabs are for everyone who may enter the admin area. */
  readonly systemAdmin?: boolean
  /** The app that grants access to this tab to people without other access to the admin area. */
  readonly app?: string
  /** Where the navigation leads, if not to `path`, on instances with a feature. */
  readonly opens?: {
    readonly feature: string
    readonly to: `/${string}`
    readonly search: Readonly<Record<string, string>>
  }
  /** Validates the query of the tab's address. */
  readonly search?: (raw: Record<string, unknown>) => object
  /** The list that the tab starts with, if it can be fetched before the tab's code has loaded. */
  readonly list?: PlainList | ((environment: Environment) => PlainList)
  /** Has views in its path, with records below: `/config/cors/3`; or further parts. */
  readonly deep?: true | 'parts'
  /** Shows the tree of all services beside it. */
  readonly explorer?: true
  /** The group of the services of which one is in the address, as `$id`. */
  readonly servicesOf?: 'database'
  /** The name of what is open, if it is in the address, for the title of the page. */
  readonly nameIn?: (params: { readonly entry?: string; readonly table?: string }) => string | undefined
  /** Shown only if the instance announces the feature. */
  readonly feature?: string
  /** Loads the screen. A tab without one is not implemented yet and not shown. */
  readonly screen?: () => Promise<ComponentType>
}

/** Where the navigation leads for a tab. `has`: whether the instance has a feature. */
export function opening(
  { path, opens }: Tab,
  has: (feature: string) => boolean,
): { to: `/${string}`; search: Readonly<Record<string, string>> } {
  return opens && has(opens.feature) ? { to: opens.to, search: opens.search } : { to: path, search: {} }
}

/** All tabs of the admin area: the source of navigation, routes, titles and the command palette. */
export const tabs: Readonly<Record<TabName, Tab>> = {
  home: {
    path: '/home',
    title: t.home,
    screen: async () => (await import('../features/home/home-screen.tsx')).HomeScreen,
  },
  services: {
    path: '/services',
    title: commonWords.services,
    search: readListSearch,
    list: (environment) => ({
      collection: 'service',
      ...(hasFeature(environment, 'service-health') && { related: ['health'] }),
    }),
    screen: async () => (await import('../features/services/services-screen.tsx')).ServicesScreen,
  },
  apps: {
    path: '/apps',
    title: commonWords.apps,
    search: readListSearch,
    list: { collection: 'app', related: ['role_by_role_id'] },
    screen: async () => (await import('../features/apps/apps-screen.tsx')).AppsScreen,
  },
  admins: {
    path: '/admins',
    title: t.admins,
    systemAdmin: true,
    search: readListSearch,
    list: { collection: 'admin' },
    screen: async () => (await import('../features/admins/admins-screen.tsx')).AdminsScreen,
  },
  users: {
    path: '/users',
    title: commonWords.users,
    search: readListSearch,
    list: { collection: 'user' },
    screen: async () => (await import('../features/users/users-screen.tsx')).UsersScreen,
  },
  roles: {
    path: '/roles',
    title: commonWords.roles,
    systemAdmin: true,
    search: readListSearch,
    list: { collection: 'role' },
    screen: async () => (await import('../features/roles/roles-screen.tsx')).RolesScreen,
  },
  apidocs: {
    path: '/apidocs',
    title: t.apiDocs,
    app: 'api_docs',
    deep: true,
    explorer: true,
    screen: async () => (await import('../features/apidocs/apidocs-screen.tsx')).ApidocsScreen,
  },
  schema: {
    path: '/schema',
    title: t.schema,
    deep: 'parts',
    explorer: true,
    servicesOf: 'database',
    nameIn: ({ entry, table }) => (entry === 'table' ? table : undefined),
    screen: async () => (await import('../features/schema/schema-screen.tsx')).SchemaScreen,
  },
  data: {
    path: '/data',
    title: t.data,
    deep: true,
    explorer: true,
    servicesOf: 'database',
    nameIn: ({ entry }) => entry,
    screen: async () => (await import('../features/data/data-screen.tsx')).DataScreen,
  },
  files: {
    path: '/file-manager',
    title: t.files,
    app: 'file_manager',
    explorer: true,
    screen: async () => (await import('../features/files/files-screen.tsx')).FilesScreen,
  },
  scripts: {
    path: '/scripts',
    title: commonWords.scripts,
    search: readScriptsSearch,
    explorer: true,
    screen: async () => (await import('../features/scripts/scripts-screen.tsx')).ScriptsScreen,
  },
  'custom-apis': {
    path: '/custom-apis',
    title: t.customApis,
    systemAdmin: true,
    deep: true,
    feature: 'api-builder',
    screen: async () => (await import('../features/custom-apis/custom-apis-screen.tsx')).CustomApisScreen,
  },
  config: {
    path: '/config',
    title: t.config,
    deep: true,
    screen: async () => (await import('../features/config/config-screen.tsx')).ConfigScreen,
  },
  packages: {
    path: '/package-manager',
    title: t.packages,
    screen: async () => (await import('../features/packages/packages-screen.tsx')).PackagesScreen,
  },
  limits: {
    path: '/limits',
    title: t.limits,
    systemAdmin: true,
    search: readListSearch,
    screen: async () => (await import('../features/limits/limits-screen.tsx')).LimitsScreen,
  },
  scheduler: {
    path: '/scheduler',
    title: t.scheduler,
    systemAdmin: true,
    search: readListSearch,
    screen: async () => (await import('../features/scheduler/scheduler-screen.tsx')).SchedulerScreen,
  },
  reports: {
    path: '/reports',
    title: t.reports,
    systemAdmin: true,
    opens: { feature: 'request-log', to: '/reports/requests', search: { where: withoutConsole } },
    search: readListSearch,
    deep: true,
    screen: async () => (await import('../features/reports/reports-screen.tsx')).ReportsScreen,
  },
}
