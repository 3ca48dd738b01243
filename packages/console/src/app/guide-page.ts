import { useMatches } from '@tanstack/react-router'
import { language } from '../language/language.ts'
import type { TabName } from './tabs.ts'

/** What the guide (docs/guide) says about a tab, by the names of its pages. */
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
  config: 'signing-in',
  packages: 'packages',
  limits: 'limits-and-usage',
  scheduler: 'scripts',
  reports: 'limits-and-usage',
}

/**
 * The address of the guide's page about the tab that is open; of its index on other pages, which German has too. It is a part of the
 * console.
 */
export function useGuidePage(): string {
  const tab = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.tab)?.staticData.tab })
  const index = language() === 'de' ? 'index.de' : 'index'
  return `/guide/${tab === undefined ? index : pages[tab]}.html`
}
