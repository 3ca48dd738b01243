import type { EnvironmentApp } from '@millwright/contract/wire/environment'
import { webAddress } from '../../instance/web-address.ts'

export interface LaunchableApp {
  readonly id: number
  readonly name: string
  readonly description: string | null
  /** `in-place`: a path of this console. */
  readonly opens: 'in-place' | 'new-window'
  readonly address: string
}

/** Apps that every instance has, and which this console is itself. */
const ownTabs: ReadonlyMap<string, string> = new Map([
  ['api_docs', '/apidocs'],
  ['file_manager', '/file-manager'],
])

/**
 * The apps that can be opened, in the server's order; those without an address of the web are left out, and tabs that the person
 * does not have. `tabs`: paths of the tabs that the person sees.
 */
export function launchableApps(apps: readonly EnvironmentApp[] = [], tabs: readonly string[] = []): LaunchableApp[] {
  return apps.flatMap(({ id, name, description, url }): readonly LaunchableApp[] => {
    const tab = name === 'admin' ? '/home' : ownTabs.get(name)
    if (tab !== undefined && (name === 'admin' || tabs.includes(tab)))
      return [{ id, name, description, opens: 'in-place', address: tab }]
    const address = webAddress(url)
    if (address === null || (tab !== undefined && leadsTo(address, tab))) return []
    return [{ id, name, description, opens: 'new-window', address }]
  })
}

/** Whether an address is that of a console's own tab, which would only send back who may not see it. */
const leadsTo = (address: string, tab: string) => URL.parse(address, 'http://here')?.pathname === tab
