import type { Config } from './settings/config.ts'

/** Where the apps are that this instance hosts: on an origin of their own, apart from the console (docs/wire/files.md). */
export interface AppsPlace {
  /**
   * The origin of hosted apps for people who came by `origin`, scheme and host of this instance; null: there is none, and
   * their files are served in a sandbox beside the console.
   */
  originFor(origin: string): string | null
  /** Tells the port of the listener for apps; null: it does not listen any more. */
  listensOn(port: number | null): void
}

/** `appsUrl` is believed; else the listener for apps is at the host that people came by. */
export function createAppsPlace({ appsUrl }: Pick<Config, 'appsUrl'>): AppsPlace {
  let port: number | null = null
  return {
    originFor(origin) {
      if (appsUrl !== null) return appsUrl
      const url = URL.parse(origin)
      // The listener speaks plain HTTP: it is not what a proxy for HTTPS hides.
      if (port === null || url === null || url.protocol !== 'http:') return null
      url.port = String(port)
      return url.origin
    },
    listensOn(bound) {
      port = bound
    },
  }
}
