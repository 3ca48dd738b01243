import { useMatches } from '@tanstack/react-router'
import { basePath } from '../instance/base-path.ts'
import { language } from '../language/language.ts'
import type { TabName } from './tabs.ts'

/** The page of the guide (docs/guide) for each tab. */
const pages: Readonly<Record<TabName, string>> = {
  home: 'first-api',
  services: 'own-database',
  apps: 'users-and-roles',
  admins: 'users-and-roles',
  users: 'users-and-roles',
  roles: 'users-and-roles',
  apidocs: 'first-api',
  schema: 'own-database',
  data: 'rows-and-imports',
  files: 'files-and-apps',
  scripts: 'scripts',
  'custom-apis': 'custom-apis',
  config: 'signing-in',
  packages: 'packages',
  limits: 'limits-and-usage',
  scheduler: 'scripts',
  reports: 'limits-and-usage',
}

/**
 * Returns the URL of the guide's page for the open tab, or of its index on other pages, which is also in German. The guide is part of the
 * console.
 */
export function useGuidePage(): string {
  const tab = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.tab)?.staticData.tab })
  const index = language() === 'de' ? 'index.de' : 'index'
  return `${basePath}/guide/${tab === undefined ? index : pages[tab]}.html`
}
