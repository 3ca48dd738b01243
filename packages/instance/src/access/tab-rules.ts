import { type AccessTab, accessTabs, allTabs } from '@millwright/contract/access/tabs'
import { allVerbs, maskOf } from '@millwright/contract/verbs'

/** An access row that a tab of the console needs, with the service's name. */
export interface TabRow {
  readonly service: string
  readonly component: string
  readonly verbMask: number
}

/** An access row of a role; `service` is `null` if the row is for all services. */
export interface StoredTabRow extends Omit<TabRow, 'service'> {
  readonly id: number
  readonly service: string | null
}

const all = allVerbs
const get = maskOf(['GET'])
const getPost = maskOf(['GET', 'POST'])

const system = (component: string, verbMask: number): TabRow => ({ service: 'system', component, verbMask })
const whole = (service: string, verbMask: number): TabRow => ({ service, component: '*', verbMask })

/** Rows that every restricted administrator needs to use the console. */
const commonRows: readonly TabRow[] = [
  system('role/*', get),
  system('', get),
  system('admin/*', get),
  system('admin/profile', all),
  system('admin/password', all),
]

/** The rows of each tab (docs/wire/access.md). */
const rowsByTab = {
  apps: [system('app/*', all), system('service/*', get), system('role/*', get)],
  users: [system('user/*', all), system('role/*', get), system('app/*', get)],
  services: [system('service_type/', all), system('service/*', all)],
  apidocs: [whole('api_docs', all)],
  'schema/data': [whole('db', all)],
  files: [whole('files', all), whole('logs', all)],
  scripts: [system('event/*', all), system('event_script/*', all), system('script_type/*', all)],
  config: [
    system('custom/*', all),
    system('cache/*', all),
    system('cors/*', all),
    system('email_template/*', all),
    system('lookup/*', all),
    system('', get),
    whole('logs', all),
    whole('email', all),
  ],
  packages: [
    system('package/*', all),
    system('app/*', get),
    whole('logs', getPost),
    whole('files', getPost),
    whole('system', get),
  ],
  limits: [
    system('limit/*', all),
    system('limit_cache/*', all),
    system('user/', get),
    system('role/', get),
    system('', get),
    system('service/', get),
  ],
  scheduler: [system('scheduler/*', all), system('', get)],
  usage: [system('usage/*', get), system('access_usage/*', get), system('request_log/*', get), system('', get)],
  webhooks: [system('webhook/*', all), system('webhook_delivery/*', all), system('event/*', get), system('', get)],
  'data-history': [system('data_history/*', getPost), system('', get)],
} as const satisfies Record<AccessTab, readonly TabRow[]>

/** The built-in services that occur in these rows. */
export const tabServices: readonly string[] = [
  ...new Set(Object.values(rowsByTab).flatMap((rows) => rows.map(({ service }) => service))),
]

/** The access rows for these tabs, without duplicates, first those of every restricted administrator. */
export function rowsOfTabs(tabs: readonly AccessTab[]): TabRow[] {
  const wanted = allTabs.filter((tab) => tabs.includes(tab))
  const rows = [...commonRows, ...wanted.flatMap((tab) => rowsByTab[tab])]
  return [...new Map(rows.map((row) => [nameOf(row), row])).values()]
}

/** The apps in which an administrator with these tabs needs the role. */
export function appsOfTabs(tabs: readonly AccessTab[]): string[] {
  return [
    'admin',
    ...(tabs.includes('apidocs') ? ['api_docs'] : []),
    ...(tabs.includes('files') ? ['file_manager'] : []),
  ]
}

/** Whether the tabs, in any order, include every tab that all clients know, so that they restrict nothing. */
export function hasEveryTab(tabs: readonly AccessTab[]): boolean {
  return accessTabs.every((tab) => tabs.includes(tab))
}

/**
 * The tabs of which a role has all rows, in the wire's order. Rows of missing services are ignored, and a tab without other rows
 * is not accessible.
 */
export function accessibleTabs(rows: readonly Omit<StoredTabRow, 'id'>[], services: ReadonlySet<string>): AccessTab[] {
  const held = new Set(rows.map(nameOf))
  return allTabs.filter((tab) => {
    const needed = rowsByTab[tab].filter(({ service }) => services.has(service))
    return needed.length > 0 && needed.every((row) => held.has(nameOf(row)))
  })
}

export interface RowPlan {
  readonly add: readonly TabRow[]
  /** Ids of rows. */
  readonly remove: readonly number[]
}

/**
 * The changes that give a role the rows of these tabs: rows of other tabs are removed unless one of these tabs needs them too,
 * rows that belong to no tab stay.
 */
export function planRows(stored: readonly StoredTabRow[], tabs: readonly AccessTab[]): RowPlan {
  const wanted = rowsOfTabs(tabs)
  const wantedNames = new Set(wanted.map(nameOf))
  const known = new Set(rowsOfTabs(allTabs).map(nameOf))
  const held = new Set(stored.map(nameOf))
  return {
    add: wanted.filter((row) => !held.has(nameOf(row))),
    remove: stored.filter((row) => known.has(nameOf(row)) && !wantedNames.has(nameOf(row))).map(({ id }) => id),
  }
}

/** Identifies equivalent rows. */
function nameOf({ service, component, verbMask }: Omit<StoredTabRow, 'id'>): string {
  return `${service ?? '*'} ${verbMask} ${component}`
}
