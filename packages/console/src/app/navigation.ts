import type { AccessTab } from '@millwright/contract/access/tabs'
import type { Environment } from '@millwright/contract/wire/environment'
import { type TabName, tabNames } from './tabs.ts'

/** All that decides which tabs somebody sees. */
export type Permissions =
  | { kind: 'user' }
  /** An administrator with a role; `tabs` as the server names them, null when it did not say. */
  | { kind: 'restricted'; tabs: readonly string[] | null }
  /** `gated`: the instance has limits and reports, so that some tabs are for root administrators, and this one is none. */
  | { kind: 'admin'; gated: boolean }

const byAccessName = new Map<string, readonly TabName[]>(
  Object.entries({
    apps: ['apps'],
    users: ['users'],
    services: ['services'],
    apidocs: ['apidocs'],
    'schema/data': ['schema', 'data'],
    files: ['files'],
    scripts: ['scripts'],
    config: ['config'],
    packages: ['packages'],
    limits: ['limits'],
    scheduler: ['scheduler'],
    usage: [],
    'data-history': [],
    webhooks: [],
  } satisfies Record<AccessTab, TabName[]>),
)

/** The tabs that somebody sees, in the order in which they are shown. */
export function visibleTabs(permissions: Permissions): TabName[] {
  switch (permissions.kind) {
    case 'user':
      return without('admins', 'roles', 'limits', 'scheduler', 'reports')
    case 'restricted':
      return permissions.tabs === null ? without('roles', 'reports') : restrictedTabs(permissions.tabs)
    case 'admin':
      return permissions.gated ? without('admins', 'reports') : [...tabNames]
  }
}

/** Home first, then as the server lists them, and Config always. */
function restrictedTabs(names: readonly string[]): TabName[] {
  const shown: TabName[] = ['home', ...names.flatMap((name) => byAccessName.get(name) ?? [])]
  if (shown.includes('config')) return shown
  const scripts = shown.indexOf('scripts')
  const packages = shown.indexOf('packages')
  const at = scripts >= 0 ? scripts + 1 : packages >= 0 ? packages : shown.length
  return shown.toSpliced(at, 0, 'config')
}

function without(...left: TabName[]): TabName[] {
  return tabNames.filter((name) => !left.includes(name))
}

/** Whether to warn that nobody is the root administrator. */
export function lacksRootAdmin(permissions: Permissions, environment: Environment): boolean {
  const gated = permissions.kind === 'admin' && permissions.gated
  return gated && !environment.platform?.root_admin_exists
}
