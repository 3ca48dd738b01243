import type { Environment } from '@millwright/contract/wire/environment'
import { keyOfTabApp } from '../instance/environment.ts'
import { tabNames, tabs } from './tabs.ts'

/**
 * The key of the app in whose name the console calls while a page is open: its own; or, for people who have of it no more than
 * tabs that are apps, that of the open tab, and elsewhere of the first, so that what began there goes on.
 */
export function callingKey(own: string, environment: Environment, pathname: string): string {
  const keys = tabNames.flatMap((name) => {
    const key = keyOfTabApp(environment, tabs[name].app)
    return key === null ? [] : [{ key, path: tabs[name].path }]
  })
  return (keys.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`)) ?? keys[0])?.key ?? own
}
