import type { AccessTab } from '@millwright/contract/access/tabs'
import type { Environment } from '@millwright/contract/wire/environment'
import { type TabName, tabNames } from './tabs.ts'

/** What decides which tabs a person sees. */
export type Permissions =
  | { kind: 'user' }
  /** An administrator with a role; `tabs` as named by the server, `null` if it did not list them. */
  | { kind: 'restricted'; tabs: readonly string[] | null; mayRead?: (path: string) => boolean }
  /** `gated`: the instance has limits and reports, which reserves some tabs for root administrators, and this person is not one. */
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

/** Returns the tabs that a person sees, in display order. */
export function visibleTabs(permissions: Permissions): TabName[] {
  switch (permissions.kind) {
    case 'user':
      return without('admins', 'roles', 'custom-apis', 'limits', 'scheduler', 'reports')
    case 'restricted':
      return permissions.tabs === null ? without('roles', 'reports') : restrictedTabs(permissions.tabs)
    case 'admin':
      return permissions.gated ? without('admins', 'reports') : [...tabNames]
  }
}

/** Home first, then the tabs in the server's order, and always Config. */
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

/** Whether to warn that there is no root administrator. */
export function lacksRootAdmin(permissions: Permissions, environment: Environment): boolean {
  const gated = permissions.kind === 'admin' && permissions.gated
  return gated && !environment.platform?.root_admin_exists
}
