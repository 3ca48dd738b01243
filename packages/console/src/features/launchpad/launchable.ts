import type { EnvironmentApp } from '@millwright/contract/wire/environment'
import { webAddress } from '../../instance/web-address.ts'

export interface Launchable {
  readonly id: number
  readonly name: string
  readonly description: string | null
  /** Null: the app is this console. */
  readonly address: string | null
}

/** The apps that can be opened, in the server's order; those without an address of the web are left out. */
export function launchable(apps: readonly EnvironmentApp[] = []): Launchable[] {
  return apps.flatMap(({ id, name, description, url }) => {
    const address = name === 'admin' ? null : webAddress(url)
    return address === null && name !== 'admin' ? [] : [{ id, name, description, address }]
  })
}
