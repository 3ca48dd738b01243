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
  /** Asked for with nearly every record, and nearly always for the same origin. */
  let last: { readonly origin: string; readonly found: string | null } | null = null

  function atPort(origin: string): string | null {
    const url = URL.parse(origin)
    // The listener speaks plain HTTP: it is not what a proxy for HTTPS hides.
    if (port === null || url === null || url.protocol !== 'http:') return null
    url.port = String(port)
    return url.origin
  }

  return {
    originFor(origin) {
      if (appsUrl !== null) return appsUrl
      if (last?.origin !== origin) last = { origin, found: atPort(origin) }
      return last.found
    },
    listensOn(bound) {
      port = bound
      last = null
    },
  }
}
