import type { Config } from './settings/config.ts'

/** Location of the apps that this instance hosts: on an origin of their own, isolated from the console (docs/wire/files.md). */
export interface AppsOrigin {
  /**
   * The origin of hosted apps for requests to `origin`, scheme and host of this instance; `null` if there is none, and their files
   * are served in a sandbox on the console's origin.
   */
  originFor(origin: string): string | null
  /** Sets the port of the listener for apps; `null` if it is not listening any more. */
  setListenerPort(port: number | null): void
}

/** `appsUrl` takes precedence; otherwise the listener for apps is at the host of the request. */
export function createAppsPlace({ appsUrl }: Pick<Config, 'appsUrl'>): AppsOrigin {
  let port: number | null = null
  /** Cached, because nearly every record needs it, nearly always for the same origin. */
  let last: { readonly origin: string; readonly found: string | null } | null = null

  function atPort(origin: string): string | null {
    const url = URL.parse(origin)
    // The listener speaks plain HTTP, so it is not available behind an HTTPS proxy.
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
    setListenerPort(bound) {
      port = bound
      last = null
    },
  }
}
