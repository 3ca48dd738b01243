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

/** Apps that every instance has, which are tabs of this console. */
const ownTabs: ReadonlyMap<string, string> = new Map([
  ['api_docs', '/apidocs'],
  ['file_manager', '/file-manager'],
])

/**
 * Returns the apps that can be opened, in the server's order, without apps that have no web URL and tabs that the person does not see.
 * `tabs`: paths of the tabs that the person sees.
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

/** Whether a URL is that of the console's own tab, which would redirect people who may not see it. */
const leadsTo = (address: string, tab: string) => URL.parse(address, 'http://here')?.pathname === tab
