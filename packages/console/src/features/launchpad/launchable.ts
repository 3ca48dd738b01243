import type { EnvironmentApp } from '@millwright/contract/wire/environment'
import { webAddress } from '../../instance/web-address.ts'

export interface Launchable {
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
 * The apps that can be opened, in the server's order; those without an address of the web are left out. `tabs`: paths that the
 * person sees once in the admin area.
 */
export function launchable(apps: readonly EnvironmentApp[] = [], tabs: readonly string[] = []): Launchable[] {
  const isAdmin = apps.some(({ name }) => name === 'admin')
  return apps.flatMap(({ id, name, description, url }): readonly Launchable[] => {
    const tab = name === 'admin' ? '/home' : ownTabs.get(name)
    if (tab !== undefined && (name === 'admin' || (isAdmin && tabs.includes(tab))))
      return [{ id, name, description, opens: 'in-place', address: tab }]
    const address = webAddress(url)
    return address === null ? [] : [{ id, name, description, opens: 'new-window', address }]
  })
}
