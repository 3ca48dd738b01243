import { type AccessTab, accessTabs, allTabs } from '@millwright/contract/access/tabs'
import { allVerbs, maskOf } from '@millwright/contract/verbs'

/** What a tab of the console needs, as an access row: the service by name. */
export interface TabRow {
  readonly service: string
  readonly component: string
  readonly verbMask: number
}

/** An access row of a role; the service is null when the row is about all services. */
export interface StoredRow extends Omit<TabRow, 'service'> {
  readonly id: number
  readonly service: string | null
}

const all = allVerbs
const get = maskOf(['GET'])
const getPost = maskOf(['GET', 'POST'])

const system = (component: string, verbMask: number): TabRow => ({ service: 'system', component, verbMask })
const whole = (service: string, verbMask: number): TabRow => ({ service, component: '*', verbMask })

/** What every restricted administrator needs to use the console at all. */
const always: readonly TabRow[] = [
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

/** The shipped services that the table names. */
export const tabServices: readonly string[] = [
  ...new Set(Object.values(rowsByTab).flatMap((rows) => rows.map(({ service }) => service))),
]

/** The rows of a role for these tabs: each once, those that every restricted administrator has first. */
export function rowsOfTabs(tabs: readonly AccessTab[]): TabRow[] {
  const wanted = allTabs.filter((tab) => tabs.includes(tab))
  const rows = [...always, ...wanted.flatMap((tab) => rowsByTab[tab])]
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

/** Whether a list, in any order, has every tab that all clients know, and so restricts nothing. */
export function hasEveryTab(tabs: readonly AccessTab[]): boolean {
  return accessTabs.every((tab) => tabs.includes(tab))
}

/**
 * The tabs all of whose rows a role has, in the wire's order. Rows about services that are not there are not asked for, and
 * a tab of nothing else is not accessible.
 */
export function accessibleTabs(rows: readonly Omit<StoredRow, 'id'>[], services: ReadonlySet<string>): AccessTab[] {
  const held = new Set(rows.map(nameOf))
  return allTabs.filter((tab) => {
    const needed = rowsByTab[tab].filter(({ service }) => services.has(service))
    return needed.length > 0 && needed.every((row) => held.has(nameOf(row)))
  })
}

export interface RowPlan {
  readonly add: readonly TabRow[]
  /** Identifiers. */
  readonly remove: readonly number[]
}

/**
 * What has to change for a role to have the rows of these tabs: rows of other tabs go unless a wanted one needs them too,
 * rows that no tab knows stay.
 */
export function planRows(stored: readonly StoredRow[], tabs: readonly AccessTab[]): RowPlan {
  const wanted = rowsOfTabs(tabs)
  const wantedNames = new Set(wanted.map(nameOf))
  const known = new Set(rowsOfTabs(allTabs).map(nameOf))
  const held = new Set(stored.map(nameOf))
  return {
    add: wanted.filter((row) => !held.has(nameOf(row))),
    remove: stored.filter((row) => known.has(nameOf(row)) && !wantedNames.has(nameOf(row))).map(({ id }) => id),
  }
}

/** Rows with the same name say the same. */
function nameOf({ service, component, verbMask }: Omit<StoredRow, 'id'>): string {
  return `${service ?? '*'} ${verbMask} ${component}`
}
