import type { Environment } from '@millwright/contract/wire/environment'
import { keyOfTabApp } from '../instance/environment.ts'
import { tabNames, tabs } from './tabs.ts'

/**
 * Returns the API key with which the console makes requests on a page: its own, or, for people whose only access is to tabs that are apps,
 * that of the open tab, and on other pages that of the first.
 */
export function callingKey(own: string, environment: Environment, pathname: string): string {
  const keys = tabNames.flatMap((name) => {
    const key = keyOfTabApp(environment, tabs[name].app)
    return key === null ? [] : [{ key, path: tabs[name].path }]
  })
  return (keys.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`)) ?? keys[0])?.key ?? own
}
